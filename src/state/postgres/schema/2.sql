-- Version 2: the index of claims, by start, by text, and of those whose outcome is not known.

CREATE INDEX claim_started ON payctl.claim ((coalesce(ended::jsonb ->> 9, '') COLLATE "C"), key)
  WHERE ended IS NOT NULL AND jsonb_typeof(ended::jsonb -> -2) = 'array';
CREATE INDEX claim_texts ON payctl.claim USING gin ((ended::jsonb -> -2) jsonb_path_ops)
  WHERE ended IS NOT NULL AND jsonb_typeof(ended::jsonb -> -2) = 'array';
CREATE INDEX claim_open ON payctl.claim (key)
  WHERE NOT (ended IS NOT NULL AND jsonb_typeof(ended::jsonb -> -2) = 'array');
