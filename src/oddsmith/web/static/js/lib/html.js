// Writes markup as tagged templates, bound to Preact.
import { h, htm } from '../../vendor/preact.js';

export const html = htm.bind(h);
