# payctl completion for fish. Generated: do not edit. See: payctl completion --help

function __payctl_below
  switch "$argv[1]"
    case ''
      printf '%s\n' 'token'\t'fetch, show and clear access tokens; log a user in' 'ewallet'\t'e-wallet QR payments: create, pay, inquire, cancel, refund, close' 'qr'\t'Thai QR: create, inquire, void, decode, lint, render' 'transfer'\t'real-time credit and debit transfers' 'dd'\t'direct debit: register, charge, inquire' 'bill'\t'bill payment inquiry' 'slip'\t'verify the slip of a payment' 'cpm'\t'consumer-presented QR: pay, refund' 'deeplink'\t'links that open the bank'\''s app for a payment: create, inquire' 'profile'\t'customer and merchant profiles of the bank' 'api'\t'any call, authenticated' 'batch'\t'one operation over the rows of a file' 'investigate'\t'find out what became of a payment, from any reference, slip or QR' 'reconcile'\t'compare orders, the bank'\''s file, the journal and the bank itself' 'find'\t'find payments without a reference: by amount, day, payer or kind' 'journal'\t'what this machine sent that can move money, and how it ended' 'store'\t'the shared store of several machines' 'listen'\t'receive payment confirmations: keep, verify, forward, list, replay' 'smoke'\t'run plans of calls and expectations, on the embedded bank or a real one' 'console'\t'the web page of support: search, slips, journal, confirmations' 'mcp'\t'tools for agents, by the Model Context Protocol' 'sandbox'\t'the embedded bank and its customer side' 'init'\t'set up a profile' 'config'\t'profiles and their settings' 'doctor'\t'check profile, files, network and journal, and say how to fix them' 'explain'\t'what a code or a state means, and what to do about it' 'openapi'\t'OpenAPI 3.1 of every operation of the bank' 'completion'\t'the completion script of your shell' 'help'\t'help of a command or about a topic; --json for machines'
    case 'token'
      printf '%s\n' 'get'\t'the application'\''s access token, from the cache or fetched' 'status'\t'what is in the cache, and until when; no network' 'refresh'\t'fetch a new token in place of the cached one' 'clear'\t'delete the cached tokens of the profile' 'login'\t'log a user in: link, consent, code, and the user'\''s token'
    case 'ewallet'
      printf '%s\n' 'create'\t'Create an e-wallet QR for the customer to scan' 'pay'\t'Charge the customer'\''s e-wallet code that the merchant has read' 'inquire'\t'Ask what became of an e-wallet payment' 'cancel'\t'Cancel a paid e-wallet transaction' 'refund'\t'Refund a paid wallet B QR that the customer scanned' 'close'\t'Close an unpaid wallet B QR'
    case 'qr'
      printf '%s\n' 'create'\t'Create a Thai QR (QR 30) that pays from an account' 'inquire'\t'Ask whether a card QR (QR CS) was paid' 'void'\t'Void the payment of a QR that the customer scanned' 'decode'\t'show what a Thai QR, a slip or a bill barcode contains; offline' 'lint'\t'check a payload against the standard and common banking apps; offline' 'render'\t'draw a payload as a QR; offline'
    case 'transfer'
      printf '%s\n' 'inquire'\t'Ask what became of a transfer' 'credit'\t'' 'debit'\t''
    case 'transfer credit'
      printf '%s\n' 'initiate'\t'Prepare a credit transfer: same bank, other bank or PromptPay' 'confirm'\t'Confirm a credit transfer: the money moves' 'send'\t'Make a credit transfer: same bank, other bank or PromptPay'
    case 'transfer debit'
      printf '%s\n' 'initiate'\t'Prepare a direct debit of a payer'\''s account' 'confirm'\t'Confirm a direct debit: the money moves, in full or in part' 'send'\t'Make a direct debit of a payer'\''s account'
    case 'dd'
      printf '%s\n' 'register'\t'Start the direct-debit registration of a customer' 'registration'\t'Ask what became of a direct-debit registration' 'status'\t'Ask what became of a direct-debit registration' 'charge'\t'Charge a registered customer'\''s account' 'payment'\t'Ask what became of a direct-debit charge' 'inquire'\t'Ask what became of a direct-debit charge'
    case 'bill'
      printf '%s\n' 'inquire'\t'Ask whether a QR 30 or a consumer-presented QR was paid' 'search'\t'Search payments by date, amount, biller and references'
    case 'slip'
      printf '%s\n' 'verify'\t'Verify a payment slip by the reference in its mini QR'
    case 'cpm'
      printf '%s\n' 'pay'\t'Charge the QR that the customer presents' 'refund'\t'Refund a consumer-presented QR payment in full'
    case 'deeplink'
      printf '%s\n' 'create'\t'Create a link that opens the bank'\''s app for a payment' 'inquire'\t'Ask what became of a deeplink'
    case 'profile'
      printf '%s\n' 'customer'\t'Read the profile that the customer consented to share' 'merchant'\t'Read the profile, QR types and limits of a merchant'
    case 'batch'
      printf '%s\n' 'work'\t'help with the rows of a job, from any machine of the shared store' 'status'\t'how far a job is: rows done, rate, workers, time left; no call to the bank' 'results'\t'the results of a job, each row once, in the order of its file; what is finished so far'
    case 'reconcile'
      printf '%s\n' 'guess'\t'look at a file and print a mapping for it, to be corrected by a person'
    case 'journal'
      printf '%s\n' 'list'\t'charges and initiated transfers, and their state; asks no bank' 'show'\t'everything that the journal has on a reference; no network' 'verify'\t'check every line of the journal; exit 3 if one was changed or is damaged' 'recover'\t'ask the bank about every charge whose outcome is open; sends only inquiries' 'settle'\t'record what you found out about a charge that no inquiry can decide' 'archive'\t'move what is final and old into one compressed file that can be checked'
    case 'store'
      printf '%s\n' 'init'\t'make the schema payctl in the shared store, or bring it to this version' 'status'\t'the shared store: server, durability, machines, open charges, what waits here' 'key'\t'print a new key to seal a shared store with' 'rotate-key'\t'seal everything in the shared store with the key in PAYCTL_STORE_KEY_NEW' 'import'\t'bring what lies in files of this machine into the shared store' 'export'\t'take everything out of the shared store into files of this machine, to leave it' 'accept-failover'\t'say that the shared store knows all claims after a promotion or a restored backup' 'accept-async'\t'take back that the shared store is synchronous: claims go on without a standby'
    case 'listen'
      printf '%s\n' 'list'\t'the confirmations that were received, oldest first; no network' 'replay'\t'forward confirmations again, as they came, in the order given'
    case 'sandbox'
      printf '%s\n' 'serve'\t'serve the embedded bank over HTTP until it is stopped' 'pay'\t'pay as the customer: an outTradeNo, the id or link of a code, a QR payload or its picture' 'buyer-code'\t'show a code in the wallet app, as the customer; valid for 2 minutes' 'consent'\t'consent at the bank, as the customer; prints the authorisation code, valid for one minute' 'registration'\t'' 'clock'\t'show or move the clock of the embedded bank' 'faults'\t'show the faults of the embedded bank, set one, or clear them' 'settings'\t'show or change how the embedded bank behaves where the specification is silent' 'transfer'\t'decide how the confirmation of an initiated transfer will end' 'log'\t'show what really happened at the embedded bank' 'reset'\t'start over with a new embedded bank: history, faults, settings and clock are deleted' 'key'\t'print the public key for direct debit payloads (PEM), for the setting ddPublicKey' 'balance'\t'show the balance of every account of the embedded bank, and check that the books balance'
    case 'sandbox registration'
      printf '%s\n' 'approve'\t'approve a direct debit registration, as the customer' 'reject'\t'fail a direct debit registration, as the customer'
    case 'config'
      printf '%s\n' 'list'\t'all profiles, the current one marked' 'use'\t'choose the profile that is used without -p' 'copy'\t'copy the settings of a profile, without its secrets' 'rename'\t'rename a profile, with its secrets and tokens' 'delete'\t'delete a profile with its secrets and tokens' 'show'\t'the settings of this run, and where each comes from; secrets never' 'get'\t'the value of a setting in this run' 'set'\t'change a setting of the profile' 'unset'\t'remove settings from the profile' 'set-secret'\t'store a secret of the profile, from standard input or a hidden prompt' 'path'\t'where settings, secrets, tokens and the journal lie'
  end
end

function __payctl_options
  switch "$argv[1]"
    case 'token' 'token get'
      printf '%s\n' '--raw'\t'print the bare access token and nothing else'
    case 'token refresh'
      printf '%s\n' '--raw'\t'print the bare access token and nothing else' '--grant'\t'whose token: the application'\''s, or that of the user who logged in'
    case 'token clear'
      printf '%s\n' '--grant'\t'whose token: the application'\''s, or that of the user who logged in'
    case 'token login'
      printf '%s\n' '--auth-code'\t'code of a consent that was already given; skips the link' '--state'\t'sent to the bank and expected back (default: a random value)' '--code-challenge'\t'sent with the code in the token call, unchanged' '--redirect-port'\t'port of 127.0.0.1 to which the bank sends the user back; 0 takes a free one (8790)' '--wait'\t'how long to wait for the redirect (60s)' '--open'\t'open the link in the browser if it is a web address' '--response-channel'\t'app in which the user consents' '--end-state'\t'where the user goes from there' '--application-id'\t'application that asks for the consent, if it is not the caller' '--redirect-option'\t'key of another registered callback address' '--raw-field'\t'any further value; the redirect brings it back'
    case 'ewallet create'
      printf '%s\n' '--tran-type'\t'wallet: A or W' '--company-id'\t'company id given by the bank' '--terminal-id'\t'terminal id' '--out-trade-no'\t'unique merchant transaction reference' '--total-fee'\t'amount in baht, for example 100 or 100.00' '--save'\t'write the QR to FILE.png or FILE.svg' '--size'\t'width of the saved picture (512)' '--style'\t'half blocks or plain ASCII' '--theme'\t'theme of a terminal without colours (dark)' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until the state is final, e.g. 60s'
    case 'ewallet pay'
      printf '%s\n' '--tran-type'\t'wallet: A or W' '--company-id'\t'company id given by the bank' '--terminal-id'\t'terminal id' '--out-trade-no'\t'merchant transaction reference' '--total-fee'\t'amount in baht, for example 100 or 100.00' '--buyer-identity-code'\t'code read from the QR in the customer'\''s wallet app' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until final; after a lost answer 60s by default, 0 inquires once' '--expect-amount'\t'refuse any other amount'
    case 'ewallet inquire'
      printf '%s\n' '--tran-type'\t'wallet: A or W' '--company-id'\t'company id given by the bank' '--terminal-id'\t'terminal id' '--out-trade-no'\t'merchant transaction reference' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until the state is final, e.g. 60s'
    case 'ewallet cancel'
      printf '%s\n' '--tran-type'\t'wallet: A or W, X for the raw-data variant of A' '--company-id'\t'company id given by the bank' '--terminal-id'\t'terminal id' '--out-trade-no'\t'merchant transaction reference' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until final; after a lost answer 60s by default, 0 inquires once' '--expect-amount'\t'refuse any other amount'
    case 'ewallet refund'
      printf '%s\n' '--tran-type'\t'wallet: W only' '--company-id'\t'company id given by the bank' '--terminal-id'\t'terminal id' '--out-trade-no'\t'merchant transaction reference' '--total-fee'\t'amount in baht, for example 100 or 100.00' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until final; after a lost answer 60s by default, 0 inquires once' '--expect-amount'\t'refuse any other amount'
    case 'ewallet close'
      printf '%s\n' '--tran-type'\t'wallet: W only' '--company-id'\t'company id given by the bank' '--terminal-id'\t'terminal id' '--out-trade-no'\t'merchant transaction reference' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until final; after a lost answer 60s by default, 0 inquires once' '--expect-amount'\t'refuse any other amount'
    case 'qr create'
      printf '%s\n' '--qr-type'\t'kind of QR: PP (QR 30)' '--amount'\t'amount in baht' '--pp-type'\t'kind of PromptPay id' '--pp-id'\t'biller id, 15 digits' '--ref1'\t'reference 1' '--ref2'\t'reference 2' '--ref3'\t'reference 3: prefix of the biller and a value' '--number-of-times'\t'how often the QR can be paid' '--expiry-date'\t'when the QR expires, Bangkok time, YYYY-MM-DD HH:MM:SS' '--merchant-id'\t'merchant id of the card scheme' '--terminal-id'\t'terminal id of the card scheme' '--invoice'\t'invoice number, unique' '--cs-ext-expiry-time'\t'minutes until the card QR expires (15 unless given)' '--cs-note'\t'free text that comes back' '--cs-user-defined'\t'further free text that comes back' '--api'\t'version of the API (v2, or v1 if the type needs it)' '--save'\t'write the QR to FILE.png or FILE.svg' '--size'\t'width of the saved picture (512)' '--style'\t'half blocks or plain ASCII' '--theme'\t'theme of a terminal without colours (dark)' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until the state is final, e.g. 60s'
    case 'qr inquire'
      printf '%s\n' '--qr-id'\t'id of the QR, from its creation' '--method'\t'HTTP method (default: GET)' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until the state is final, e.g. 60s'
    case 'qr void'
      printf '%s\n' '--channel-date-time'\t'when the void is asked for' '--reversal-type'\t'kind of reversal' '--bp-reference'\t'reference of the payment at the payment hub' '--initiating-party-id'\t'id of the party that asks' '--original-message-identification'\t'message id of the payment' '--original-creation-date-time'\t'when the payment was made' '--original-instruction-identification'\t'instruction id of the payment' '--original-end-to-end-identification'\t'end-to-end id of the payment' '--amount'\t'amount of the payment' '--currency'\t'its currency' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until final; after a lost answer 60s by default, 0 inquires once' '--expect-amount'\t'refuse any other amount'
    case 'qr render'
      printf '%s\n' '--save'\t'write the QR to FILE.png or FILE.svg' '--size'\t'width of the saved picture (512)' '--style'\t'half blocks or plain ASCII' '--theme'\t'theme of a terminal without colours (dark)'
    case 'transfer inquire'
      printf '%s\n' '--channel-date-time'\t'moment of this call, 29 characters' '--tokenizer-id'\t'id that ties initiate, confirm and inquiry together' '--date-from'\t'first day of the search, YYYY-MM-DD' '--date-to'\t'last day of the search, at most 3 days after dateFrom' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until the state is final, e.g. 60s'
    case 'transfer credit initiate' 'transfer debit initiate'
      printf '%s\n' '--channel-date-time'\t'moment of this call, 29 characters' '--partner-transaction-id'\t'your reference, shown in reports' '--corporate-id'\t'corporate id given by the bank' '--objective-code'\t'objective of a transfer in foreign currency' '--payer-tax-id'\t'tax id of the payer' '--payer-statement-description'\t'text on the statement of the payer' '--payer-account-no'\t'account of the payer: THB 10 digits, foreign currency 13' '--payer-bank-code'\t'bank of the payer, 3 digits' '--payee-tax-id'\t'tax id of the payee' '--payee-statement-description'\t'text on the statement of the payee' '--payee-account-no'\t'account of the payee: THB 10 digits, foreign currency 13' '--payee-bank-code'\t'bank of the payee, 3 digits' '--payee-proxy-type'\t'kind of PromptPay id: citizen or tax id' '--payee-proxy-value'\t'PromptPay id of the payee' '--amount'\t'amount to transfer' '--currency'\t'currency of the amount' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in'
    case 'transfer credit confirm' 'transfer debit confirm'
      printf '%s\n' '--channel-date-time'\t'moment of this call, 29 characters' '--tokenizer-id'\t'id that ties initiate, confirm and inquiry together' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until final; after a lost answer 60s by default, 0 inquires once' '--expect-amount'\t'refuse any other amount'
    case 'transfer credit send' 'transfer debit send'
      printf '%s\n' '--channel-date-time'\t'moment of this call, 29 characters' '--partner-transaction-id'\t'your reference, shown in reports' '--corporate-id'\t'corporate id given by the bank' '--objective-code'\t'objective of a transfer in foreign currency' '--payer-tax-id'\t'tax id of the payer' '--payer-statement-description'\t'text on the statement of the payer' '--payer-account-no'\t'account of the payer: THB 10 digits, foreign currency 13' '--payer-bank-code'\t'bank of the payer, 3 digits' '--payee-tax-id'\t'tax id of the payee' '--payee-statement-description'\t'text on the statement of the payee' '--payee-account-no'\t'account of the payee: THB 10 digits, foreign currency 13' '--payee-bank-code'\t'bank of the payee, 3 digits' '--payee-proxy-type'\t'kind of PromptPay id: citizen or tax id' '--payee-proxy-value'\t'PromptPay id of the payee' '--amount'\t'amount to transfer' '--currency'\t'currency of the amount' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until final; after a lost answer 60s by default, 0 inquires once' '--expect-amount'\t'refuse any other amount'
    case 'dd register'
      printf '%s\n' '--merchant-id'\t'merchant id of the payment gateway' '--sub-account-id'\t'sub-account of the merchant' '--reg-ref'\t'your reference of the registration' '--citizen-id'\t'citizen id of the customer' '--ref1'\t'reference 1' '--ref2'\t'reference 2' '--remarks'\t'remarks' '--back-url'\t'address to which the customer returns' '--save'\t'write the QR to FILE.png or FILE.svg' '--size'\t'width of the saved picture (512)' '--style'\t'half blocks or plain ASCII' '--theme'\t'theme of a terminal without colours (dark)' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until the state is final, e.g. 60s'
    case 'dd registration' 'dd status'
      printf '%s\n' '--merchant-id'\t'merchant id of the payment gateway' '--reg-ref'\t'your reference of the registration' '--citizen-id'\t'citizen id of the customer' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until the state is final, e.g. 60s'
    case 'dd charge'
      printf '%s\n' '--merchant-id'\t'merchant id of the payment gateway' '--sub-account-id'\t'sub-account of the merchant' '--ref-number'\t'your reference of the charge' '--ref-date-time'\t'moment of the charge, Bangkok time, yyyyMMddHHmmss' '--amount'\t'amount in baht' '--currency'\t'currency of the amount' '--account-number'\t'account to charge, 10 digits' '--customer-ref'\t'your reference of the customer' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until final; after a lost answer 60s by default, 0 inquires once' '--expect-amount'\t'refuse any other amount'
    case 'dd payment' 'dd inquire'
      printf '%s\n' '--merchant-id'\t'merchant id of the payment gateway' '--ref-number'\t'your reference of the charge' '--ref-date-time'\t'moment of the charge, Bangkok time, yyyyMMddHHmmss' '--customer-ref'\t'your reference of the customer' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until the state is final, e.g. 60s'
    case 'bill inquire'
      printf '%s\n' '--event-code'\t'00300100 QR 30, 00300104 consumer-presented QR' '--transaction-date'\t'date of the payment, YYYY-MM-DD' '--biller-id'\t'biller id, 15 digits' '--reference1'\t'reference 1' '--reference2'\t'reference 2' '--partner-transaction-id'\t'reference of the consumer-presented payment' '--amount'\t'amount of the payment' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until the state is final, e.g. 60s'
    case 'bill search'
      printf '%s\n' '--message-identification'\t'id of this search' '--creation-date-time'\t'moment of this search, 29 characters' '--payment-message-identification'\t'message id of the payment' '--from-date'\t'first date of the payments' '--to-date'\t'last date of the payments' '--from-amount'\t'least amount' '--to-amount'\t'greatest amount' '--currency'\t'currency of the amounts' '--service-type'\t'kind of payment' '--include-initiate'\t'also payments that were only initiated' '--proxy-identification-type'\t'kind of creditor id' '--biller-id'\t'biller id, 15 digits' '--bill-reference1'\t'reference 1' '--bill-reference2'\t'reference 2' '--bill-reference3'\t'reference 3' '--partner-identification'\t'id of the partner' '--page-size'\t'records on a page' '--page-number'\t'number of the page' '--include-history-details'\t'with the history of every payment' '--limit'\t'at most this many records, from as many pages as needed (1000)' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until the state is final, e.g. 60s'
    case 'slip verify'
      printf '%s\n' '--sending-bank'\t'code of the sending bank, 3 digits' '--once'\t'accept the slip, unless it was accepted before (exit 5)' '--expect-amount'\t'amount in baht, to the satang' '--expect-ref1'\t'reference 1' '--expect-ref2'\t'reference 2' '--expect-ref3'\t'reference 3' '--expect-receiver'\t'name, biller or other id, or account of the receiver, as the bank shows it' '--expect-date'\t'Bangkok date of the payment: YYYY-MM-DD, today, yesterday' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in'
    case 'cpm pay'
      printf '%s\n' '--qr-data'\t'text read from the customer'\''s QR' '--payee-biller-id'\t'biller id, 15 digits' '--transaction-amount'\t'amount in baht' '--reference1'\t'reference 1' '--reference2'\t'reference 2' '--reference3'\t'reference 3: prefix of the biller and a value' '--partner-transaction-id'\t'your reference: biller id and 20 capital letters or digits' '--payee-terminal-no'\t'terminal id' '--transaction-currency'\t'currency of the amount' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until final; after a lost answer 60s by default, 0 inquires once' '--expect-amount'\t'refuse any other amount'
    case 'cpm refund'
      printf '%s\n' '--partner-transaction-id'\t'your reference: biller id and 20 capital letters or digits' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until final; after a lost answer 60s by default, 0 inquires once' '--expect-amount'\t'refuse any other amount'
    case 'deeplink create'
      printf '%s\n' '--channel'\t'channel of the bank'\''s app, sent as a header by public clients' '--transaction-type'\t'kind of transaction' '--session-validity-period'\t'how long the link can be paid, in seconds' '--session-valid-until'\t'until when, if sessionValidityPeriod is not given (Bangkok time or ISO 8601)' '--payment-amount'\t'amount in baht' '--account-to'\t'biller id, 15 digits' '--ref1'\t'reference 1' '--ref2'\t'reference 2' '--ref3'\t'reference 3: prefix of the biller and a value' '--callback-url'\t'address to which the app returns' '--merchant-info-name'\t'name of the shop in the app' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until the state is final, e.g. 60s'
    case 'deeplink inquire'
      printf '%s\n' '--transaction-id'\t'id of the deeplink, from its creation' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--wait'\t'inquire until the state is final, e.g. 60s'
    case 'profile customer'
      printf '%s\n' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in'
    case 'profile merchant'
      printf '%s\n' '--merchant-app'\t'path segment of the merchant application' '--raw-field'\t'any field, as a string; a.b nests, a[] lists' '--field'\t'any field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in'
    case 'api'
      printf '%s\n' '--raw-field'\t'a field, as a string' '--field'\t'a field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json, - (standard input) or the text' '--as'\t'whose token to use; the user is the one who logged in' '--reads'\t'this call, which is not in the catalogue, moves no money: no journal, may be repeated' '--wait'\t'after a lost answer: how long to inquire (60s)' '--expect-amount'\t'refuse any other amount'
    case 'batch'
      printf '%s\n' '--format'\t'format of FILE, if its name does not say' '--concurrency'\t'rows in flight at once (4)' '--rate'\t'rows per second (5, the bank'\''s limit); 0 for no limit; slows down after a 429' '--shard'\t'only this part of the rows, e.g. 2/8: every eighth row, starting with the second' '--shards'\t'only the part for this pod of a Kubernetes Indexed Job (JOB_COMPLETION_INDEX)' '--job'\t'keep rows and results in the shared store, where any machine can help' '--out'\t'write the results to this file, each row exactly once' '--bom'\t'begin CSV with a byte order mark, as spreadsheets want it' '--report'\t'investigate: write one HTML page with all tickets' '--once'\t'slip verify: accept each slip, unless it was accepted before' '--unordered'\t'write results as they arrive, not in the order of FILE' '--resume'\t'continue where the last run of the same batch ended' '--checkpoint'\t'where to keep the progress (OUT.checkpoint, or in the state directory)' '--raw-field'\t'a field, as a string' '--field'\t'a field, typed: number, true, false, null, @file' '--data'\t'fields as JSON: @file.json or the text' '--wait'\t'inquire about each row until it is final (default: 60s, after a lost answer)' '--expect-amount'\t'stop if the total is different' '--metrics'\t'write figures for Prometheus to this file at the end; commands may share it' '--ping'\t'request URL/start at the beginning and URL/EXIT at the end; never changes the exit'
    case 'batch work'
      printf '%s\n' '--concurrency'\t'rows in flight at once (4)' '--metrics'\t'write figures for Prometheus to this file at the end; commands may share it' '--ping'\t'request URL/start at the beginning and URL/EXIT at the end; never changes the exit'
    case 'investigate'
      printf '%s\n' '--date'\t'Bangkok day of the payment: YYYY-MM-DD, today, yesterday (the last days)' '--amount'\t'expected amount, as printed on a slip' '--ref2'\t'reference 2 of a bill payment' '--sending-bank'\t'bank that issued the slip, if only its reference is given' '--ref-date-time'\t'time of a direct debit charge, yyyyMMddHHmmss, if the journal does not have it' '--bundle'\t'write a redacted case for the bank to FILE.zip' '--report'\t'write a redacted page for people to FILE.html'
    case 'reconcile'
      printf '%s\n' '--orders'\t'own orders; -, gzip; several times (the journal and the confirmations stand in)' '--bank'\t'the bank'\''s file; -, gzip; several times (the bank is asked about each payment)' '--map'\t'how the files are to be read, as YAML; reconcile guess FILE prints one' '--from'\t'first day that both sides cover: YYYY-MM-DD, today, yesterday (their earliest)' '--to'\t'last day that both sides cover (their latest)' '--inquire'\t'ask the bank about what does not match (none)' '--tolerance'\t'by how much amounts may differ (0.00)' '--settle-cutoff'\t'from when on a payment settles on the next day (22:00)' '--all'\t'list what matched, too' '--out'\t'write the records to FILE.jsonl or FILE.csv; a run that was stopped goes on' '--report'\t'write a page to read and print, FILE.html' '--metrics'\t'write figures for Prometheus to this file at the end; commands may share it' '--ping'\t'request URL/start at the beginning and URL/EXIT at the end; never changes the exit'
    case 'reconcile guess'
      printf '%s\n' '--as'\t'whose file it is (bank)'
    case 'find'
      printf '%s\n' '--amount'\t'exactly this amount' '--from'\t'first Bangkok day: YYYY-MM-DD, today, yesterday, -7d' '--to'\t'last Bangkok day, included' '--payer'\t'any part of the name of who paid, in any letter case' '--ref1'\t'reference 1 of a bill' '--kind'\t'only these, with commas: bill, ewallet, qr, transfer, dd' '--limit'\t'at most this many payments, the newest'
    case 'journal list'
      printf '%s\n' '--ref'\t'only this reference' '--since'\t'started at or after: 2026-01-31, today, an ISO time, or -24h' '--until'\t'started before' '--state'\t'only this state' '--operation'\t'only this operation, e.g. ewallet.pay' '--limit'\t'at most this many, the newest'
    case 'journal verify'
      printf '%s\n' '--archive'\t'an archive in place of the journal' '--since'\t'only charges started since then, and open ones; continues where a run stopped'
    case 'journal recover'
      printf '%s\n' '--ref'\t'only this reference' '--since'\t'started at or after: 2026-01-31, today, an ISO time, or -24h' '--wait'\t'how long to keep asking (60s; 0 asks once)' '--metrics'\t'write figures for Prometheus to this file at the end; commands may share it' '--ping'\t'request URL/start at the beginning and URL/EXIT at the end; never changes the exit'
    case 'journal settle'
      printf '%s\n' '--as'\t'what happened at the bank' '--note'\t'how you know' '--operation'\t'which charge of the reference, e.g. ewallet.refund'
    case 'journal archive'
      printf '%s\n' '--before'\t'ended before: 2026-01-31, today, an ISO time, or -90d' '--out'\t'the archive, a new file whose name ends in .jsonl.gz'
    case 'store init'
      printf '%s\n' '--print'\t'print the SQL, and connect to nothing' '--synchronous'\t'declare that every claim is on a standby before it counts'
    case 'store status'
      printf '%s\n' '--metrics'\t'write figures for Prometheus to this file at the end; commands may share it' '--ping'\t'request URL/start at the beginning and URL/EXIT at the end; never changes the exit'
    case 'store rotate-key'
      printf '%s\n' '--force'\t'do not wait for machines that have not shown the new key'
    case 'listen'
      printf '%s\n' '--port'\t'port to listen on; 0 takes a free one (8788)' '--host'\t'address to listen on (127.0.0.1 and ::1)' '--tls-cert'\t'serve HTTPS with this certificate, PEM' '--tls-key'\t'its key, PEM' '--verify'\t'ask the bank about each payment before it is called verified' '--forward-to'\t'send each on to an application on this machine' '--metrics'\t'write figures for Prometheus to this file at the end; commands may share it' '--ping'\t'request URL/start at the beginning and URL/EXIT at the end; never changes the exit'
    case 'listen list'
      printf '%s\n' '--ref'\t'only about this transaction, QR, order, bill or registration' '--state'\t'only these, as the bank was asked' '--forwarding'\t'only these; dead ones were given up' '--since'\t'received at or after: 2026-01-31, today, an ISO time, or -24h' '--limit'\t'at most this many, the newest'
    case 'listen replay'
      printf '%s\n' '--forward-to'\t'an application on this machine'
    case 'smoke'
      printf '%s\n' '--only'\t'only the plan of this name' '--list'\t'print the names of the plans, and send nothing' '--parallel'\t'how many plans run side by side (1)' '--junit'\t'write the results as JUnit XML' '--report'\t'write a page to read and print, FILE.html' '--compare'\t'run the plans on this profile too, and list where the two banks differ' '--known'\t'differences that are known: what --compare -o json printed before' '--schema'\t'print the JSON Schema of a plan' '--metrics'\t'write figures for Prometheus to this file at the end; commands may share it' '--ping'\t'request URL/start at the beginning and URL/EXIT at the end; never changes the exit'
    case 'console'
      printf '%s\n' '--port'\t'port to listen on; 0 takes a free one (8789)' '--open'\t'open the link in the browser of this machine' '--read-only'\t'look only: no refund can be sent from the page' '--idle'\t'end when nobody has asked for a page for so long (30m)'
    case 'mcp'
      printf '%s\n' '--allow'\t'tools that may also be called'
    case 'sandbox serve'
      printf '%s\n' '--port'\t'port to listen on; 0 takes a free one (8787)' '--host'\t'address to listen on (127.0.0.1)' '--rate-limit'\t'calls per second and operation before 429; 0 means no limit (5)' '--lenient'\t'take what public clients send: any requestUId, owner and language, numbers for text, empty optional texts, used invoices, any sendingBank' '--control'\t'also serve /_sandbox/: pay, faults, clock, reset and log, and a page for people' '--seed'\t'the same ids for the same calls, with a stopped clock' '--clock'\t'where the clock stands still until it is set' '--tls'\t'HTTPS, with --tls-cert and --tls-key' '--tls-cert'\t'server certificate, PEM' '--tls-key'\t'server key, PEM' '--tls-ca'\t'CA of the client certificates, PEM' '--require-client-cert'\t'answer 9591 or 9595 unless the client certificate is valid' '--id'\t'a bank of its own, by this name'
    case 'sandbox pay'
      printf '%s\n' '--amount'\t'amount, if the code leaves it open' '--by'\t'QR CS and PPCS: how the customer pays' '--account'\t'account to pay from (the seeded customer'\''s)' '--fail'\t'the customer gives up' '--pending'\t'how long the customer takes; e-wallet only' '--slip'\t'write the slip as a picture (PNG) with its mini QR' '--id'\t'a bank of its own, by this name'
    case 'sandbox buyer-code'
      printf '%s\n' '--wallet'\t'A or W, or P: the bank'\''s own consumer-presented QR (W)' '--balance'\t'the customer'\''s balance (the seeded customer'\''s)' '--pending'\t'how long the customer takes to confirm: USERPAYING until then' '--fail'\t'the customer refuses' '--raw'\t'print the bare code' '--id'\t'a bank of its own, by this name'
    case 'sandbox consent'
      printf '%s\n' '--customer'\t'who consents (the seeded customer)' '--state'\t'as the application sent it; the token call must repeat it' '--code-challenge'\t'as the application sent it; the token call must repeat it' '--raw'\t'print the bare code' '--id'\t'a bank of its own, by this name'
    case 'sandbox registration approve'
      printf '%s\n' '--account'\t'account to debit (the seeded customer'\''s)' '--id'\t'a bank of its own, by this name'
    case 'sandbox registration reject'
      printf '%s\n' '--error'\t'errorCode of the status (10: wrong PIN)' '--id'\t'a bank of its own, by this name'
    case 'sandbox clock' 'sandbox settings' 'sandbox key' 'sandbox balance'
      printf '%s\n' '--id'\t'a bank of its own, by this name'
    case 'sandbox faults'
      printf '%s\n' '--operation'\t'operation that fails (all)' '--ref'\t'only calls under this reference' '--times'\t'how often (always)' '--probability'\t'0 to 1 (1; flapping-503 0.5)' '--seed'\t'makes --probability repeatable (1)' '--at-byte'\t'reset and truncated: after how many bytes' '--delay'\t'slow: how long' '--status'\t'HTTP status, for a code that has several' '--retry-after'\t'value of the Retry-After header' '--id'\t'a bank of its own, by this name'
    case 'sandbox transfer'
      printf '%s\n' '--plan'\t'how it ends' '--id'\t'a bank of its own, by this name'
    case 'sandbox log'
      printf '%s\n' '--ref'\t'only this reference' '--operation'\t'only this operation, e.g. ewallet.pay' '--limit'\t'how many of the latest lines (50)' '--id'\t'a bank of its own, by this name'
    case 'sandbox reset'
      printf '%s\n' '--journal'\t'also delete this machine'\''s journal of charges at the embedded bank' '--id'\t'a bank of its own, by this name'
    case 'init'
      printf '%s\n' '--name'\t'name of the profile (default: default)' '--secret-stdin'\t'read the apiSecret from standard input' '--store'\t'where to keep the secret' '--shared-store'\t'address of the shared store, postgres://… (default: files of this machine)' '--base-url'\t'address of the API' '--api-key'\t'key of the application' '--application-id'\t'id of the application (default: the API key)' '--resource-owner-id'\t'hash of the user id, where there is a user' '--environment'\t'test or live; live asks before money moves' '--read-only'\t'true refuses every call that can move money' '--secret-command'\t'command that prints the secret' '--client-cert'\t'file with the client certificate, PEM' '--client-key'\t'file with the key of the client certificate, PEM' '--client-pfx'\t'file with client certificate and key, PFX' '--ca'\t'file with the certificates to trust, PEM' '--proxy'\t'proxy for HTTPS (default: HTTPS_PROXY)' '--company-id'\t'company id of e-wallet payments' '--terminal-id'\t'terminal id' '--out-trade-no-prefix'\t'first three letters of outTradeNo in the test environment' '--biller-id'\t'biller id of QR 30, bill payment and consumer-presented QR' '--merchant-id'\t'merchant id of card QR' '--merchant-app'\t'path segment of the merchant profile' '--corporate-id'\t'corporate id of transfers' '--tax-id'\t'payer'\''s tax id of transfers' '--payer-account-no'\t'own account of transfers: pays credits, receives debits' '--payer-bank-code'\t'own bank of transfers and slips, three digits' '--dd-merchant-id'\t'merchant id of direct debit' '--sub-account-id'\t'sub-account id of direct debit' '--dd-public-key'\t'file with the bank'\''s public key for direct debit, PEM'
    case 'config show'
      printf '%s\n' '--origin'\t'all settings, with flag, environment, profile or default'
    case 'config set-secret'
      printf '%s\n' '--store'\t'where to keep it'
    case 'doctor'
      printf '%s\n' '--fix'\t'fix the modes of files and directories, make missing second names of the journal anew, and remove old files that nothing needs any more' '--check'\t'change nothing (the default)' '--offline'\t'skip everything that needs the network' '--metrics'\t'write figures for Prometheus to this file at the end; commands may share it' '--ping'\t'request URL/start at the beginning and URL/EXIT at the end; never changes the exit'
    case 'help'
      printf '%s\n' '--json'\t'the whole tree of commands as JSON'
  end
  printf '%s\n' '--profile'\t'profile to use' '--sandbox'\t'the embedded bank: no account, no network, no set-up' '--output'\t'format of the result' '--query'\t'select from the result with JMESPath' '--columns'\t'fields to show; a.b for nested ones' '--envelope'\t'wrap the data with request, HTTP status and business status' '--lang'\t'language of the bank'\''s answers, of verdicts and of reports' '--timeout'\t'time limit of one attempt, e.g. 30s' '--retries'\t'how many times to retry a call that may be repeated' '--dry-run'\t'print what would be sent, and send nothing; --dry-run=curl prints it for curl' '--yes'\t'do not ask for confirmation' '--no-input'\t'never prompt; fail if an answer is needed' '--quiet'\t'no notes on standard error, only errors' '--verbose'\t'say what is done; -vv adds the wire log' '--no-color'\t'no colours (NO_COLOR)' '--show-pii'\t'do not mask personal data in tables' '--request-uid'\t'requestUId of the call, 32 letters and digits' '--help'\t'show help'
end

function __payctl_argument
  switch "$argv[1]"
    case 'ewallet create' 'ewallet pay' 'ewallet inquire' 'ewallet cancel' 'ewallet refund' 'ewallet close' 'qr void' 'transfer inquire' 'transfer credit initiate' 'transfer credit confirm' 'transfer debit initiate' 'transfer debit confirm' 'transfer credit send' 'transfer debit send' 'dd register' 'dd registration' 'dd status' 'dd charge' 'dd payment' 'dd inquire' 'bill inquire' 'cpm pay' 'cpm refund' 'investigate' 'journal show' 'journal settle' 'listen replay' 'sandbox pay'
      echo '@references'
    case 'qr decode' 'qr lint' 'slip verify' 'batch _' 'reconcile guess'
      echo '@files'
    case 'batch'
      echo 'ewallet.create ewallet.pay ewallet.inquire ewallet.cancel ewallet.refund ewallet.close qr.create qr.createV1 qr.inquire qr.void transfer.inquire transfer.creditInitiate transfer.creditConfirm transfer.debitInitiate transfer.debitConfirm dd.register dd.registration dd.charge dd.payment bill.inquire bill.search slip.verify cpm.pay cpm.refund deeplink.create deeplink.inquire profile.customer profile.merchant investigate work status results'
    case 'sandbox faults'
      echo 'before-commit committed-but-reply-lost late-effect truncated html-error wrong-reference reset slow stalled flapping-503 rate-limited token-revoked maintenance overload gateway-timeout threat downstream code duplicate-callback late-callback reordered-callback wrong-amount-callback no-callback clear'
    case 'config use' 'config copy' 'config rename' 'config delete' 'config show'
      echo '@profiles'
    case 'config get' 'config set' 'config unset'
      echo 'baseUrl apiKey applicationId resourceOwnerId environment readOnly secretCommand clientCert clientKey clientPfx ca proxy companyId terminalId outTradeNoPrefix billerId merchantId merchantApp corporateId taxId payerAccountNo payerBankCode ddMerchantId subAccountId ddPublicKey store lang timeout'
    case 'config set-secret'
      echo 'apiSecret clientKeyPassphrase storePassword storeKey'
    case 'completion'
      echo 'bash zsh fish powershell'
    case 'help'
      echo 'exit-codes environment output safety changes token ewallet qr transfer dd bill slip cpm deeplink profile api batch investigate reconcile find journal store listen smoke console mcp sandbox init config doctor explain openapi completion help'
  end
end

function __payctl_takes
  switch "$argv[2]"
    case '-p' '--profile' '--job' '--payer' '--only' '--compare' '--id' '--customer' '--name'
      echo '@profiles'
    case '-o' '--output'
      echo 'table json jsonl csv yaml text raw'
    case '-q' '--query' '--columns' '--timeout' '--retries' '--request-uid' '--auth-code' '--code-challenge' '--redirect-port' '--wait' '--application-id' '--redirect-option' '-f' '--raw-field' '--company-id' '--terminal-id' '--total-fee' '--size' '-F' '--field' '--data' '--buyer-identity-code' '--expect-amount' '--amount' '--pp-id' '--ref1' '--ref2' '--ref3' '--number-of-times' '--expiry-date' '--merchant-id' '--invoice' '--cs-ext-expiry-time' '--cs-note' '--cs-user-defined' '--qr-id' '--channel-date-time' '--initiating-party-id' '--original-message-identification' '--original-creation-date-time' '--original-instruction-identification' '--original-end-to-end-identification' '--currency' '--date-from' '--date-to' '--corporate-id' '--payer-tax-id' '--payer-statement-description' '--payer-account-no' '--payer-bank-code' '--payee-tax-id' '--payee-statement-description' '--payee-account-no' '--payee-bank-code' '--payee-proxy-type' '--payee-proxy-value' '--sub-account-id' '--citizen-id' '--remarks' '--back-url' '--ref-date-time' '--account-number' '--customer-ref' '--transaction-date' '--biller-id' '--reference2' '--message-identification' '--creation-date-time' '--payment-message-identification' '--from-date' '--to-date' '--from-amount' '--to-amount' '--service-type' '--include-initiate' '--bill-reference1' '--bill-reference2' '--bill-reference3' '--partner-identification' '--page-size' '--page-number' '--include-history-details' '--limit' '--sending-bank' '--expect-ref1' '--expect-ref2' '--expect-ref3' '--expect-receiver' '--expect-date' '--qr-data' '--payee-biller-id' '--transaction-amount' '--reference3' '--payee-terminal-no' '--channel' '--session-validity-period' '--session-valid-until' '--payment-amount' '--account-to' '--callback-url' '--merchant-info-name' '--transaction-id' '--merchant-app' '--concurrency' '--rate' '--shard' '--shards' '--metrics' '--ping' '--date' '--from' '--to' '--tolerance' '--settle-cutoff' '--kind' '--since' '--until' '--operation' '--note' '--before' '--port' '--host' '--forward-to' '--parallel' '--idle' '--rate-limit' '--seed' '--clock' '--account' '--pending' '--balance' '--error' '--times' '--probability' '--at-byte' '--delay' '--status' '--retry-after' '--shared-store' '--base-url' '--api-key' '--resource-owner-id' '--environment' '--read-only' '--secret-command' '--client-cert' '--client-key' '--client-pfx' '--ca' '--proxy' '--out-trade-no-prefix' '--tax-id' '--dd-merchant-id' '--dd-public-key'
      echo '@any'
    case '--lang'
      echo 'en th'
    case '--grant'
      echo 'application user'
    case '--response-channel'
      echo 'mobile mobile_mma'
    case '--end-state'
      echo 'mobile_app mobile_web desktop_web'
    case '--out-trade-no' '--bp-reference' '--tokenizer-id' '--reg-ref' '--ref-number' '--ref'
      echo '@references'
    case '--save' '--out' '--report' '--checkpoint' '--bundle' '--orders' '--bank' '--map' '--archive' '--tls-cert' '--tls-key' '--junit' '--known' '--tls-ca' '--slip'
      echo '@files'
    case '--style'
      echo 'half ascii'
    case '--theme'
      echo 'dark light'
    case '--qr-type'
      echo 'PP CS PPCS'
    case '--pp-type'
      echo 'BILLERID'
    case '--api'
      echo 'v1 v2'
    case '--method'
      echo 'GET POST'
    case '--reversal-type'
      echo 'CANCELLATION_REQUEST REFUND_REQUEST ISO20022_CANCELLATION_REQUEST'
    case '--objective-code'
      echo '318245'
    case '--event-code'
      echo '00300100 00300104'
    case '--proxy-identification-type'
      echo 'billerid'
    case '--transaction-currency'
      echo 'THB'
    case '--transaction-type'
      echo 'PURCHASE'
    case '--format'
      echo 'csv jsonl'
    case '--inquire'
      echo 'breaks none'
    case '--forwarding'
      echo 'waiting delivered dead'
    case '--allow'
      echo 'create'
    case '--by'
      echo 'account card'
    case '--wallet'
      echo 'A W P'
    case '--plan'
      echo 'partial failed failed-partial processing'
    case '--store'
      echo 'keyring file'
  end
  switch "$argv[1] $argv[2]"
    case 'token login --state' 'sandbox consent --state' 'bill inquire --partner-transaction-id' 'cpm pay --reference1'
      echo '@any'
    case 'ewallet create --as' 'ewallet pay --as' 'ewallet inquire --as' 'ewallet cancel --as' 'ewallet refund --as' 'ewallet close --as' 'qr create --as' 'qr inquire --as' 'qr void --as' 'transfer inquire --as' 'transfer credit initiate --as' 'transfer credit confirm --as' 'transfer debit initiate --as' 'transfer debit confirm --as' 'transfer credit send --as' 'transfer debit send --as' 'dd register --as' 'dd registration --as' 'dd status --as' 'dd charge --as' 'dd payment --as' 'dd inquire --as' 'bill inquire --as' 'bill search --as' 'slip verify --as' 'cpm pay --as' 'cpm refund --as' 'deeplink create --as' 'deeplink inquire --as' 'profile customer --as' 'profile merchant --as' 'api --as'
      echo 'application user'
    case 'journal list --state'
      echo 'in-flight unknown pending succeeded partial rejected not-executed settled-executed settled-not-executed'
    case 'listen list --state'
      echo 'hint verified contradicted'
    case 'ewallet create --tran-type' 'ewallet pay --tran-type' 'ewallet inquire --tran-type'
      echo 'A W'
    case 'ewallet cancel --tran-type'
      echo 'A X W'
    case 'ewallet refund --tran-type' 'ewallet close --tran-type'
      echo 'W'
    case 'transfer credit initiate --partner-transaction-id' 'transfer debit initiate --partner-transaction-id' 'transfer credit send --partner-transaction-id' 'transfer debit send --partner-transaction-id' 'cpm pay --partner-transaction-id' 'cpm refund --partner-transaction-id' 'bill inquire --reference1'
      echo '@references'
    case 'reconcile guess --as'
      echo 'orders bank'
    case 'journal settle --as'
      echo 'executed not-executed'
  end
end

function __payctl_offer
  switch "$argv[1]"
    case '' @any
    case @files
      __fish_complete_path $argv[2]
    case '@*'
      payctl __complete (string sub -s 2 -- $argv[1]) 2>/dev/null
    case '*'
      string split ' ' -- $argv[1]
  end
end

function __payctl_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l where ''
  set -l before ''
  set -l option
  for word in $words[2..-1]
    if test -n "$option"
      set option
      continue
    end
    switch $word
      case '--*=*'
      case '-*'
        set -l takes (__payctl_takes "$where" $word)
        test -n "$takes"
        and set option $word
      case '*'
        if __payctl_below "$where" | string match -q -- $word\t'*'
          set where (string trim -- "$where $word")
        else
          set before "$before _"
        end
    end
  end
  if test -n "$option"
    __payctl_offer (__payctl_takes "$where" $option) $current
  else if string match -q -- '--*=*' $current
    set -l parts (string split -m 1 = -- $current)
    for value in (__payctl_offer (__payctl_takes "$where" $parts[1]) $parts[2])
      echo $parts[1]=$value
    end
  else if string match -q -- '-*' $current
    __payctl_options "$where"
  else
    set -l argument (__payctl_argument "$where$before")
    if test -n "$argument"
      __payctl_offer $argument $current
    else if test -z "$before"
      __payctl_below "$where"
    end
  end
end

complete -c payctl -f -a '(__payctl_complete)'
