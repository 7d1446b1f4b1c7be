import { oddBody } from './odd-secrets.ts';
import { type Secrets, secretBody, secretHead } from './secrets.ts';
import type { Site } from './site.ts';
import { widerBody, widerHead } from './wider-secrets.ts';

/** Fills a site with the pages of secrets, and with calls whose answers hold some. @param html - A page that is watched. */
export function fillSecretSite(
  site: Site,
  secrets: Secrets,
  html: (body: string, more: { head: string }) => string,
): void {
  const { of } = secrets;
  const json = 'application/json';
  const { pages } = site;
  pages['/from'] = `<a href="/desk/${of('entry path')}?k=${of('entry query')}#${of('entry hash')}">on</a>`;
  pages[`/desk/${of('entry path')}`] = html(secretBody(secrets), { head: secretHead(secrets) });
  pages['/wide'] = html(widerBody(secrets), { head: widerHead(secrets) });
  pages['/odd'] = html(oddBody(secrets), { head: '' });
  pages['/api/odd'] = { body: '{}', type: json };
  pages['/inner'] = 'inner';
  for (const name of ['a', 'b', 'c']) pages[`/pictures/${name}.png`] = { body: '', type: 'image/png' };
  const answer = {
    name: of('answer body'),
    token: `eyJhbGciOiJIUzI1NiJ9.${of('answer token')}.x`,
    rows: [{ [of('answer key')]: 1 }],
    // Closed sets by their names, with people in them.
    state: of('answer state', 'Euphrasia Nettlefold'),
    order: { id: 4_711, status: of('answer status'), role: of('answer role', 'Ignatius Oakeshott'), total: 1 },
    category: of('answer category', 'Wolstenholme'),
    kind: [of('answer kind'), of('answer kind in words', 'Barnaby Quickenden')],
  };
  const person = {
    slug: of('answered slug', 'leocadia-winterhalter'),
    status: 'active',
    owner: { id: of('answered id', 'tunnicliffe') },
  };
  pages['/api/people'] = { body: JSON.stringify([person]), type: json };
  pages[`/api/people/${person.slug}`] = { body: JSON.stringify({ ...person, status: 'left' }), type: json };
  pages[`/api/owners/${person.owner.id}`] = { body: '{}', type: json };
  pages['/api/answer'] = {
    body: JSON.stringify(answer),
    type: json,
    headers: {
      'content-type': `${json}; charset=utf-8; name="${of('type of an answer')}.json"`,
      'cache-control': `private="${of('cache rule')}", max-age=60`,
      'content-language': of('language of an answer'),
      'retry-after': of('time to try again'),
      'x-ratelimit-reset': of('end of a limit'),
      etag: `"${of('etag')}"`,
      location: `/people/${of('location')}`,
      'x-mine': of('answer header'),
      'set-cookie': `s=${of('answer cookie')}`,
    },
  };
  const error = { code: of('refusal code'), message: `Not for ${of('refusal message')}`, at: of('refusal field') };
  const field = {
    field: `rows.${of('refused field name')}`,
    rule: of('refused rule'),
    message: `Taken by ${of('refused field message', 'Philippa Throckmorton')}`,
  };
  pages['/api/refused'] = { status: 422, type: json, body: JSON.stringify({ error, fields: [field] }) };
  const errors = {
    [of('refused key')]: [`No ${of('refused list')}`],
    [`${of('refused mail')}@canary.invalid`]: ['is taken'],
  };
  pages['/api/refused-list'] = { status: 422, type: json, body: JSON.stringify({ errors }) };
}
