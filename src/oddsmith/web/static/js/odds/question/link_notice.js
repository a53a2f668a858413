// What somebody who followed a link should know about it.
import { html } from '../../lib/html.js';
import { Icon } from '../../ui/icons.js';

/** @param {{catalogue: import('../../lib/net/documents.js').Catalogue, view: import('./address.js').View}} props */
export const OfLink = ({ catalogue, view: { version, unread } }) => html`
${
  version !== catalogue.version &&
  html`<div class="notice"><${Icon} name="warning" />
    <p>
      ${
        version === ''
          ? 'This link does not say with which version it was made'
          : `This link was made with version ${version}`
      };
      this is ${catalogue.version}. Results may differ where rules were mended since.</p></div>`
}
${
  unread.length > 0 &&
  html`<div class="notice"><${Icon} name="warning" />
    <p>This link holds what this page does not understand, and it was left
      out: ${unread.map((part, place) => html`${place > 0 && ', '}<code>${part}</code>`)}.</p></div>`
}`;
