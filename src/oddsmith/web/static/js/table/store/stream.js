// The stream by which a table tells what happens as it happens, and what to do when it breaks.
import { Problem, ask } from '../../lib/net/api.js';

/** @typedef {import('./store.js').Table} Table */

/** After how many missed events the table is read anew, as it stands, rather than event by event. */
const FAR = 300;

/** Milliseconds without a word after which a stream is dead; the server says something every 15 seconds. */
const SILENT = 40_000;

export class Stream {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {EventSource | undefined} */
    this.source = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.again = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.silence = undefined;
    this.over = false;
    /** When it began, without a break since. */
    this.since = 0;
    /** What is wrong about events, if the server knows that this page is there. @type {Map<number, string>} */
    this.suspects = new Map();
  }

  /** Milliseconds that the stream has been there without a break. */
  get lasts() {
    return this.table.connection.value === 'live' ? Date.now() - this.since : 0;
  }

  get known() {
    return this.table.state.value?.number ?? 0;
  }

  /** Notes what is wrong about an event, if that comes by the stream. @param {number} number @param {string} what */
  suspect(number, what) {
    this.suspects.set(number, what);
  }

  listen() {
    if (this.over) return;
    this.source?.close();
    const { table } = this;
    /** The event up to which the server must know the log, since this page does. */
    let seen = this.known;
    const source = new EventSource(`${table.path}/stream?after=${seen}`);
    this.source = source;
    this.hear();
    source.addEventListener('alive', () => this.hear());
    source.addEventListener('hello', (message) => {
      this.hear();
      this.suspects.clear();
      const { number } = JSON.parse(message.data);
      if (number < seen) table.doubt(`event ${seen} is gone`); // an older copy of the database was put in place
      if (number < seen || number > this.known + FAR) {
        source.close();
        table.anew();
        return;
      }
      table.connection.value = 'live';
      this.since = Date.now();
      table.share.pledge();
    });
    source.addEventListener('event', (message) => {
      this.hear();
      const event = JSON.parse(message.data);
      const withdrawn = table.share.withdrawn(event);
      table.take(event);
      const found = withdrawn || this.suspects.get(event.number) || '';
      if (found !== '') table.doubt(`event ${event.number}: ${found}`);
    });
    source.addEventListener('presence', (message) => table.present(new Set(JSON.parse(message.data).members)));
    source.addEventListener('bye', () => this.gone());
    source.addEventListener('error', () => {
      if (this.over) return;
      table.connection.value = 'lost';
      seen = this.known;
      // A browser tries again by itself unless it was refused; then the question is why.
      if (source.readyState === EventSource.CLOSED) this.later();
    });
  }

  /** Notes that the stream lives. One that says nothing for long is dead, though nobody has said so: another begins. */
  hear() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.table.connection.value = 'lost';
      this.listen();
    }, SILENT);
  }

  later() {
    if (!this.over) this.again = setTimeout(() => this.retry(), 2000);
  }

  async retry() {
    try {
      await ask(this.table.path);
      this.listen();
    } catch (error) {
      if (error instanceof Problem && error.status === 401) this.gone();
      else this.later();
    }
  }

  /** The seat was taken away. */
  gone() {
    this.table.close();
    this.table.connection.value = 'gone';
  }

  end() {
    this.over = true;
    clearTimeout(this.again);
    clearTimeout(this.silence);
    this.source?.close();
  }
}
