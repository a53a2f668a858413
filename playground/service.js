// Keeps every file of the playground in the browser, so that it works without a network and starts again after a stop.
// VERSION: the build writes here what the files are, so that browsers see a new one.
const kept = async () => await (await fetch('./files.json', { cache: 'no-store' })).json();
const NAME = 'oddsmith-playground-';

addEventListener('install', (event) => {
  event.waitUntil(
    kept().then(async ({ version, files }) => {
      await (await caches.open(NAME + version)).addAll(files.map((file) => new Request(file, { cache: 'reload' })));
      for (const name of await caches.keys()) if (name.startsWith(NAME) && name !== NAME + version) caches.delete(name);
      await skipWaiting();
    }),
  );
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found ?? fetch(event.request)));
});
