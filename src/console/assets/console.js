// Everything works without this: it lets a picture be pasted or dropped, and shows what has come since.

/** What the server takes, less what a form needs beside its files. */
const MOST_BYTES = 8 * 1024 * 1024 - 8 * 1024;

/** Whether files are small enough to be sent; if not, the page says so beside their field. */
function fits(form, files) {
  const isOver = files.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES;
  const says = form.querySelector('[data-too-large]') ?? document.querySelector('[data-too-large]');
  if (says) says.hidden = !isOver;
  return !isOver;
}

const chosenIn = (form) =>
  [...form.querySelectorAll('input[type=file]')].flatMap(({ files }) => [...files]);

document.addEventListener('change', ({ target }) => {
  if (target.matches('input[type=file]')) fits(target.form, chosenIn(target.form));
});
document.addEventListener('submit', (event) => {
  if (!fits(event.target, chosenIn(event.target))) event.preventDefault();
});

/** Puts a picture into the form that takes one, and sends it. */
function send(form, files) {
  const field = form.querySelector('input[type=file]');
  const picture = [...files].find(({ type }) => type.startsWith('image/'));
  if (!field || !picture) return false;
  if (!fits(form, [picture])) return true;
  const transfer = new DataTransfer();
  transfer.items.add(picture);
  field.files = transfer.files;
  form.submit();
  return true;
}

document.addEventListener('paste', (event) => {
  const form = document.querySelector('form[data-paste]');
  if (form && send(form, event.clipboardData?.files ?? [])) event.preventDefault();
});

for (const area of document.querySelectorAll('[data-drop]')) {
  const mark = (isOver) => area.classList.toggle('over', isOver);
  area.addEventListener('dragover', (event) => {
    event.preventDefault();
    mark(true);
  });
  area.addEventListener('dragleave', () => mark(false));
  area.addEventListener('drop', (event) => {
    event.preventDefault();
    mark(false);
    send(area.closest('form'), event.dataTransfer?.files ?? []);
  });
}
// A file that misses the area shall not replace the page; fields take what is dropped on them.
for (const name of ['dragover', 'drop']) {
  document.addEventListener(name, (event) => {
    const isField = event.target instanceof Element && event.target.closest('input, textarea');
    if (!isField && event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
}

const EVERY_MS = 2_000;
const LONGEST_MS = 30_000;

const keysOf = (rows) => [...rows.querySelectorAll('[data-key]')].map(({ dataset }) => dataset.key);

/** Asks for the rows again, slower while nobody answers. */
function watch(area, state) {
  let wait = EVERY_MS;
  const [newest] = keysOf(area);
  /** How many came since the page was opened: those before the one that was first. */
  const fresh = (rows) => {
    const keys = keysOf(rows);
    const at = keys.indexOf(newest);
    return at < 0 && newest !== undefined ? `${keys.length}+` : at < 0 ? keys.length : at;
  };
  const say = (tone, text) => {
    if (state.textContent === text) return;
    state.className = `badge ${tone}`;
    state.textContent = text;
  };
  const look = async () => {
    const asked = performance.now();
    try {
      const answer = await fetch(area.dataset.live + location.search, { redirect: 'error' });
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const rows = page.body.firstElementChild;
      const more = fresh(rows);
      const isChanged = rows.innerHTML !== area.firstElementChild.innerHTML;
      // What somebody has the focus in is left alone until they go on.
      if (isChanged && !area.contains(document.activeElement)) area.replaceChildren(rows);
      say(
        'good',
        more !== 0
          ? `${state.dataset.liveOn} · ${more} ${state.dataset.liveNew}`
          : state.dataset.liveOn,
      );
      // Of many thousands, each look costs; nobody is kept waiting for it.
      wait = Math.max(EVERY_MS, 5 * (performance.now() - asked));
    } catch {
      say('bad', state.dataset.liveOff);
      wait = Math.min(wait * 2, LONGEST_MS);
    }
    setTimeout(() => void look(), wait);
  };
  setTimeout(() => void look(), 200);
}

/** Puts the figures of the day in the place of the note that they are being counted. */
async function replaceCounting(note) {
  await new Promise((resolve) => setTimeout(resolve, 500));
  const answer = await fetch(location.href, { redirect: 'error' });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const figures = page.querySelector('#today');
  if (figures) note.replaceWith(figures);
  else if (answer.ok) await replaceCounting(note);
}

const counting = document.querySelector('[data-counting]');
if (counting) void replaceCounting(counting).catch(() => undefined);

const area = document.querySelector('[data-live]');
const state = document.querySelector('[data-live-state]');
if (area && state) watch(area, state);
