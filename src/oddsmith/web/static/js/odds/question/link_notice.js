// Tells whoever followed a link of another version about that, and about what it holds that no page understands.
import { html } from '../../lib/html.js';
import { Icon } from '../../ui/icons.js';
import { declared, versionOf } from './question.js';

/** @param {{catalogue: import('../../lib/net/documents.js').Catalogue, view: import('./question.js').View}} props */
export const LinkNotice = ({ catalogue, view: { question, version, unknown } }) => {
  const now = versionOf(catalogue, declared(catalogue, question).system);
  return html`
${
  version !== '' &&
  version !== now &&
  html`<div class="notice"><${Icon} name="warning" />
    <p>
      ${
        version.startsWith(`${catalogue.version}-`)
          ? `This link was made with another version of the rulebook, ${version}`
          : `This link was made with version ${version}`
      };
      this is ${now}. Results may differ where rules have been corrected since.</p></div>`
}
${
  unknown.length > 0 &&
  html`<div class="notice"><${Icon} name="warning" />
    <p>This page does not know a part of this link and left it out: ${unknown.map((part, place) => html`${place > 0 && ', '}<code>${part}</code>`)}.</p></div>`
}`;
};
