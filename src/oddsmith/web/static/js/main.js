// Shows the page that the address names.
import { render, useEffect, useState } from '../vendor/preact.js';
import { followed, place } from './lib/browser/route.js';
import { html } from './lib/html.js';
import { catalogue } from './lib/net/api.js';
import { NOTATION } from './lib/notation_action.js';
import { learn } from './lib/text/game_words.js';
import { lazy } from './ui/lazy_load.js';
import { Shell, Title, Trouble } from './ui/shell.js';
import { typefacesInTime } from './ui/typefaces.js';

/** @param {() => Promise<any>} load */
const page = (load) => lazy(load, 'This page did not load');

/** The styles of tables, which other pages do without. @returns {Promise<unknown>} */
const tableStyles = () =>
  new Promise((loaded, failed) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = '/static/css/table.css';
    link.onload = loaded;
    link.onerror = () => failed(new Error('The styles of this page did not load.'));
    document.head.append(link);
  });

const Home = page(async () => (await import('./home.js')).Home);
const Choose = page(async () => (await import('./odds/action_list.js')).Choose);
const OddsPage = page(async () => (await import('./odds/page.js')).OddsPage);
const Notation = page(async () => (await import('./notation/page.js')).NotationPage);
const Tables = page(async () => {
  await tableStyles();
  return (await import('./table/people/lobby.js')).Lobby;
});
const Table = page(async () => {
  await tableStyles();
  return (await import('./table/page.js')).TablePage;
});
const Verify = page(async () => {
  await tableStyles();
  return (await import('./verify/page.js')).VerifyPage;
});
const Gallery = page(async () => (await import('./gallery.js')).Gallery);
const About = page(async () => (await import('./about.js')).About);

const Missing = () =>
  html`<${Title} title="Page not found"><p>There is no page at this address. <a href="/">Go to the home page</a>.</p>
  </>`;

const Page = () => {
  const [systems, setSystems] = useState(
    /** @type {import('./lib/net/documents.js').Catalogue | undefined} */ (undefined),
  );
  const [error, setError] = useState(/** @type {unknown} */ (undefined));
  useEffect(() => {
    catalogue().then((found) => {
      learn([...found.systems, NOTATION]);
      setSystems(found);
      if (found.systems.some(({ rulebook }) => rulebook)) import('./ui/rulebooks.js');
    }, setError);
  }, []);
  const { path, query, visit } = place.value;
  const [, first = '', second = '', third = ''] = path.split('/');
  if (first === 'about') return html`<${About} />`;
  if (first === 'gallery') return html`<${Gallery} catalogue=${systems} />`;
  if (first === 'verify') return html`<${Verify} />`;
  if (error) return html`<${Title} title="Oddsmith" /><${Trouble} error=${error} />`;
  if (systems === undefined) return null;
  if (first === '') return html`<${Home} catalogue=${systems} />`;
  if (first === 'tables') return html`<${Tables} catalogue=${systems} />`;
  if (first === 'table' && second !== '') return html`<${Table} key=${second} catalogue=${systems} id=${second} />`;
  if (first === 'notation') return html`<${Notation} key=${visit} catalogue=${systems} query=${query} />`;
  if (first !== 'odds') return html`<${Missing} />`;
  if (second === '') return html`<${Choose} catalogue=${systems} />`;
  const system = systems.systems.find(({ name }) => name === second);
  const action = third === '' ? system?.actions[0] : system?.actions.find(({ name }) => name === third);
  if (system === undefined || action === undefined) return html`<${Missing} />`;
  return html`<${OddsPage} catalogue=${systems} system=${system} action=${action} query=${query} visit=${visit} />`;
};

/** Milliseconds until all that a page needs has come, also to a phone far from the server. */
const SETTLED = 6000;

document.addEventListener('click', followed);
typefacesInTime(SETTLED);
if ('serviceWorker' in navigator)
  setTimeout(async () => {
    const module = await import('./ui/keep_offline.js').catch(() => undefined); // no network now: at the next visit
    module?.keepOffline();
  }, SETTLED);
const root = /** @type {HTMLElement} */ (document.getElementById('app'));
root.replaceChildren();
render(html`<${Shell}><${Page} /></>`, root);
