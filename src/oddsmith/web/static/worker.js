// Keeps pages of odds and their answers in this browser, so that they are there without a network.
//
// Whatever may change is asked of the server first, and what was kept is shown only where no server answers. Tables are
// never kept. Each edition of the pages has a store of its own; the server writes its name in here.

const EDITION = '{edition}';
const STORE = `oddsmith-{version}-${EDITION}`;
const FILES = `/static/${EDITION}/`;

const PAGE = /^\/(|odds(\/[^/]+){0,2}|notation|gallery|about)$/;
const ANSWER = /^\/api\/odds(\/|$)/;
const LIST = /^\/api\/(systems|gallery)$/;

/** Answers that are kept, the last ones: somebody who types asks a question with every key. */
const MOST = 300;

/** @param {string} url */
const pathOf = (url) => new URL(url, location.href).pathname;

/** @param {string} path */
const isKept = (path) => path.startsWith(FILES) || [PAGE, ANSWER, LIST].some((kind) => kind.test(path));

/** @param {string} url @param {Response} response */
const keep = async (url, response) => {
  const path = pathOf(url);
  if (!response.ok || !isKept(path)) return;
  // The rulebooks of a server's own may change, and their answers with them.
  if (ANSWER.test(path) && !/public/.test(response.headers.get('cache-control') ?? '')) return;
  // A page of a newer edition is for the worker that comes with it.
  if (PAGE.test(path) && !(await response.clone().text()).includes(FILES)) return;
  const store = await caches.open(STORE);
  await store.put(PAGE.test(path) ? path : url, response);
  const answers = (await store.keys()).filter((each) => ANSWER.test(pathOf(each.url)));
  for (const old of answers.slice(0, -MOST)) await store.delete(old);
};

/** What was kept for an address. All pages are one document, which shows what its address names. @param {string} url */
const kept = async (url) => {
  const store = await caches.open(STORE);
  const path = pathOf(url);
  if (!PAGE.test(path)) return store.match(url);
  const pages = (await store.keys()).filter((each) => PAGE.test(pathOf(each.url)));
  return (await store.match(path)) ?? (pages.length > 0 ? store.match(pages[0]) : undefined);
};

/** @param {any} event */
const answer = async ({ request, waitUntil }) => {
  const { url } = request;
  if (pathOf(url).startsWith(FILES)) {
    const file = await kept(url);
    if (file !== undefined) return file;
  }
  try {
    const response = await fetch(request);
    waitUntil(keep(url, response.clone()));
    return response;
  } catch (error) {
    const found = await kept(url);
    if (found === undefined) throw error;
    return found;
  }
};

addEventListener('install', () => self.skipWaiting());

addEventListener('activate', (event) => {
  const begin = async () => {
    for (const name of await caches.keys())
      if (name.startsWith('oddsmith-') && name !== STORE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(begin());
});

// What a page had loaded before there was a worker; the browser still has it.
addEventListener('message', (event) => {
  const each = async (url) => keep(url, await fetch(url));
  event.waitUntil(Promise.allSettled(event.data.filter((url) => isKept(pathOf(url))).map(each)));
});

addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method !== 'GET' || new URL(url).origin !== location.origin || !isKept(pathOf(url))) return;
  event.respondWith(answer({ request: event.request, waitUntil: (work) => event.waitUntil(work) }));
});
