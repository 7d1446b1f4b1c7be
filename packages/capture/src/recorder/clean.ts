import type { Assets } from './asset.ts';
import { html, isClosed, isHiddenText, isOpen, isTitle, type Mode } from './mode.ts';
import type { RecorderParts } from './recorder.ts';

/** What is longer would be looked through for as long as a page notices, and with what is told beside it not fit into what may wait to be sent. */
export const maxChars = 500_000;
/** Of one rule: in one layer stand whole libraries. */
const maxRule = 1_500_000;

/** A mask has one length, whatever it hides. */
export const masked = '•••••';

/** Values that style sheets select by; anything longer, odder or in capitals is somebody's. */
const wordLike = /^(\d\d?||[a-z]+([-_:][a-z]+){0,4})$/;
/** Paths, points, numbers, lengths, colours, what moves and turns, and fonts as Next.js calls them. */
const drawing = /^(#[\da-f]{3,8}|__\w+_[\da-f]{6}|((?:rgb|hsl)a?\(|[mrst][a-z]{3,8}\(|[mlhvcsqtazpx\d\s.,e+%)-])*)$/i;
/** What else a drawing goes by where no text is to be read: charts call their parts by what they show, in attributes of their own. */
const ofDrawings = /^(Source|[a-z#])(\S*$|[\w-]*\()/;
/** The code that a second factor is set up by, as libraries draw it: square by square, or by its outlines. */
const squares = /(m[\d ,.]+(?![^m]{40,}\.)(v[\d ,.]+)?[hl][^m]*){40}/i;
const metaKept = /^(viewport|color-scheme)$/;
/** Names that are the application's, not the drawing's. */
const ofPages = /^((aria|[xv]|data)-|[@:#*([_]|_?ng-)/;
/**
 * With a colon begin names of states in the stream, and in a page what a template binds. What has a quote in it is no name: a text was put into
 * the page's markup as it is, and ended what holds it (`title='O'Brien'`).
 */
const left = /^(:|integrity$|nonce$|on.)|["']/;

export type Kind = 'left' | 'plain' | 'label' | 'style' | 'shown' | 'address' | 'value' | 'content' | 'other';

/**
 * By the names of attributes, or by tag and name: what shows is an address that leads to a picture, labels are texts for people, most of
 * them read out and not seen, and style sheets and layout go by what is plain. A pattern of as many words takes the browser 30 kB.
 */
const kinds = /* @__PURE__ */ byName({
  style: 'style',
  value: 'link href|srcset|imagesrcset|value',
  content: 'content|srcdoc',
  shown: 'background|image href|feImage href|feImage xlink:href|image xlink:href|img src|input src|video poster',
  address: 'ping|cite|xlink:href|href|formaction|data|action|src|poster',
  label: 'title|placeholder|label|alt',
  plain:
    'min|rel|align|colspan|cols|start|width|type|span|rowspan|role|part|is|step|for|media|rows|xmlns:xlink|dir|lang|class|id|tabindex|sizes|xmlns|face|size|low|exportparts|optimum|max|slot|color|high|bgcolor|height|name',
});

function byName(named: Partial<Record<Kind, string>>): Map<string, Kind> {
  return new Map(
    Object.entries(named).flatMap(([kind, names]) => names.split('|').map((name) => [name, kind as Kind])),
  );
}

const readOut = /^aria-(v|pl|.*(description|label)$)/;

function kindOf(tag: string, name: string): Kind {
  if (left.test(name)) return 'left';
  return kinds.get(`${tag} ${name}`) ?? kinds.get(name) ?? (readOut.test(name) ? 'label' : 'other');
}

/** Takes out of texts, attributes and style sheets what must not leave. */
export interface Cleaner {
  /** @param node - Which says it. */
  text(text: string, mode: Mode, node?: Node): string;
  /** What attributes of that name hold on elements of that tag; `left`: they are left out. */
  kindOf(tag: string, name: string): Kind;
  attribute(element: Element, kind: Kind, name: string, value: string, mode: Mode): string;
  /**
   * @param base - What its addresses are relative to.
   * @param hidden - Nothing of what they lead to is to be seen.
   */
  css(css: string, base?: string | null, hidden?: unknown): string;
  /** The address of something that shows. */
  shown(url: string, mode: Mode): string;
  /** What style sheets have asked for that no attribute says: pseudo-classes. */
  asked: ReadonlySet<string>;
}
/**
 * In an own property, or an attribute of a drawing, beside what is cleaned by itself (addresses and strings): names of other properties, colours and parts
 * of the same drawing, shares of colours as well (`0 0% 100%`), though somebody typed such a number, and a digit by itself.
 */
const stays =
  /(url\([^"')]+|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?|^\s*\d\s*$|\b[\d.]{1,4}%(?!\w)|(?:rgb|hsl)a?\([\d\s.,%/]+|#(?:[\da-f]{3,8}\b|[\w-]+\))|--[\w-]+)/i;

/**
 * In style sheets: what is escaped, which begins nothing, comments, addresses, strings (those that are addresses: of imports and in `image-set`), and own properties.
 * An address goes on to its bracket, or to the end, whatever stands in it: browsers take one that is not closed. So does a string.
 * WebKit takes a hundred times as long for what it is to choose sign by sign, `(?:[^"]|…)*`: a sheet with a font in it would stop the page for seconds.
 */
const cssPart =
  /\\.|\/\*.*?(?:\*\/|$)|url\(\s*(?:("[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?)\s*\)|([^"')\s][^)\\]*(?:\\.[^)\\]*)*)\)?)|(@import\s*)?("[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?)(\s*(?:[\d.]+(?:x|dppx|dpi)|type\())?|((?<![\w-])(?:--[^\s:(){}"']+|initial-value)\s*:)((?:\s*\{[^}]*)?(?:"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?|\([^()"']*|[^;{}"'(]+)*)/gis;

/** A part of the same document, a font, or a drawing without a word in it. */
function isOwnData(url: string): unknown {
  if (/^(#|data:[\w/-]*font)/i.test(url)) return true;
  if (!/^data:image.svg/i.test(url)) return;
  try {
    const drawn = (/^[^,]*base64/i.test(url) ? atob : decodeURIComponent)(url.replace(/.*?,/, ''));
    // Text is any that is not blank, save what a sheet says in plain words of elements and their looks, which is told anywhere.
    return !(
      squares.test(drawn) || /\0|[<:](!|a\b|image)|aria-l|>(?!(-?[\w\s*{}:;])*<\/style)[^<]*[^<\s]/i.test(drawn)
    );
  } catch {
    // Whatever it is, it is no drawing.
  }
}

/** Tag and type of what shows its value; of a field `button`, `submit` and `reset`. */
const seen = /^(progress|input (b|su|re)\w+|meter|li) /;

export function createCleaner(parts: RecorderParts, assets: Assets): Cleaner {
  const cleaned = new Map<string, string>();
  const asked = new Set<string>();

  function text(said: string, mode: Mode, node?: Node): string {
    if (!/\S/.test(said)) return said;
    if (isHiddenText(mode) || said[maxChars]) return masked;
    if (isTitle(mode)) return parts.scrubTitle(said);
    return isOpen(mode) ? parts.hideTyped(said, undefined, node) : words(said, node);
  }

  function address(url: string, base = ''): string {
    if (/^(#[\w-]*|)$/.test(url)) return base ? words(url) : url;
    // Of data nothing is said, and nothing is to be remembered: a page may show pictures of a camera so.
    if (/^data:/i.test(url)) return 'data:,';
    const key = `${base} ${url}`;
    let said = cleaned.get(key);
    if (said == null) {
      try {
        said = parts.scrubUrl(base ? new URL(url, base).href : url);
      } catch {
        // No address: nothing is to be found there.
        said = '';
      }
      // Frameworks write the same links again and again.
      if (cleaned.size > 300) cleaned.clear();
      cleaned.set(key, said);
    }
    return said;
  }

  function named(url: string, of: string | null | undefined, hidden: unknown): string {
    // Where nothing is to be seen of a picture, its address says as much.
    if (hidden) return '';
    const base = of ?? document.baseURI;
    // Of a drawing in another file a part may show. Behind one `#` alone stands a mark of the file's.
    return url
      .split(/(?=#[\w-]+$)/)
      .map((part, at) => (at ? odd(part) : assets.name(part, base, address(part, base))))
      .join('#');
  }

  /** A part of the same document may be written with its whole address. */
  const ofPage = (url: string): string => url.replace(document.URL.replace(/#.*|$/, '#'), '#');

  const shown = (url: string, mode: Mode): string => named(url, undefined, isClosed(mode));

  const words = (said: string, node?: Node): string => maskTokens(parts.hideTyped(said, undefined, node));

  /** But for plain words. */
  const odd = (said: string): string => parts.hideTyped(said, 'odd');

  const bare = (said: string): string =>
    said
      .split(stays)
      .map((part, at) => (at % 2 ? part : words(part)))
      .join('');

  function css(given: string, base?: string | null, hidden?: unknown): string {
    if (given[maxRule]) return '';
    // Names of classes, of transitions, of areas: where one is hidden, its attribute is the same.
    const said = odd(given) === given ? given : given.replace(/[-_\p{L}][^\s!-,./:-@[{-~]+/gu, odd);
    // Who asks for what is not valid is told what is as well: a replay is to know that a field was asked.
    for (const one of said.match(/:((user-)?\w*valid|target|state\([\w-]+\))/g) ?? [])
      asked.add(one).add(one.replace('in', ''));
    // A text of its own in a style, as frameworks write what is put into it, may be an address.
    if (/^(\w+:)?\/[^\s*"']*$/.test(said)) return named(said, base, hidden);
    return said.replace(
      cssPart,
      (
        whole,
        quoted: string,
        alone: string,
        before = '',
        string: string,
        resolution = '',
        property: string,
        value: string,
      ) => {
        // Nobody sees comments, and some hold the style sheet's source; one may part two words.
        if (/^[\\/]/.test(whole)) return whole[2] ? '/**/' : whole;
        if (property) return property + bare(css(value, base, hidden));
        if (!string) {
          const url = ofPage(quoted ? quoted.slice(1, -1) : alone);
          return isOwnData(url) ? ofPage(whole) : `url("${named(url, base, hidden)}")`;
        }
        return (
          before +
          string.replace(/[^"'](.*[^"'])?/s, (inside) =>
            before || resolution || /^\S+\?\S+=/.test(inside)
              ? named(inside, base, hidden)
              : // The numbers of a path are nobody's, nor are names of fonts: two that are hidden would be one.
                /^[M_]/.test(inside) && drawing.test(inside)
                ? inside
                : hidden
                  ? masked
                  : words(inside),
          ) +
          resolution
        );
      },
    );
  }

  function attribute(element: Element, kind: Kind, name: string, value: string, mode: Mode): string {
    if (!value || value[maxChars]) return '';
    const isHtml = element.namespaceURI === html;
    // Style sheets go by them, so page's own words stay; not what somebody typed, nor an address: `hover:@md:p-1.5` and `w-1-2@m` are none.
    // What a drawing's part is called they do not ask.
    if (kind === 'plain' && (isHtml || name !== 'name'))
      return name === 'name' || /[^\s:[-]@\S+\./.test(value) ? words(value) : odd(value);
    if (kind === 'label') return isOpen(mode) ? parts.hideTyped(value) : masked;
    if (kind === 'style') return css(value, undefined, isClosed(mode));
    if (kind === 'shown') return shown(value, mode);
    if (kind === 'address') {
      const url = address(isHtml ? value : ofPage(value));
      // Where a link leads says as much as its text.
      if (isHtml && isHiddenText(mode)) return '#';
      if (url[0] === '#') return isHtml ? words(url) : odd(url);
      if (isHiddenText(mode)) return '#';
      return element.localName === 'use' ? shown(value, mode) : url;
    }
    // Texts of buttons and positions of bars are seen; what a field or choice holds is for the application only.
    if (kind === 'value')
      return seen.test(`${element.localName} ${(element as HTMLInputElement).type} `) ? text(value, mode) : '';
    if (kind === 'content') return metaKept.test((element as HTMLMetaElement).name) ? words(value) : '';
    if (!isHtml && kind === 'other' && !ofPages.test(name))
      return drawing.test(value) && !squares.test(value)
        ? value
        : (isClosed(mode) || value[40]) && !ofDrawings.test(value)
          ? ''
          : css(bare(value));
    // What an option stands for says as much as its text.
    return isOpen(mode) || (wordLike.test(value) && !(name === 'data-value' && isHiddenText(mode))) ? words(value) : '';
  }

  return { text, kindOf, attribute, css, shown, asked };
}

/**
 * Letters and digits that take turns, also in groups of four, addresses of people, numbers of cards, accounts and people, tokens: secrets by
 * their form.
 */
const secretLike =
  /\S{0,64}[^\s'"]@\S+|\bey[JI][\w-]{6,}\S*|\S{0,9}\b(\w{4}([\s-]\w{4}){3,}([\s-]\w{1,3})?|\w\w( \d\d){3} [A-D])\b|(?<![\p{Nd}.,])\S{0,9}\p{Nd}([\s\p{Pd}\p{Cf}()]{0,2}\p{Nd}){10,}(?![.,]?\p{Nd})[\w-]*|[\p{L}\p{Nd}_+/=.!#$%&*^~-]{6,}/gu;

/** Hides words that nobody chose as words. A text without digits, `@` or long words is none, which is quick to see. */
export function maskTokens(said: string): string {
  // Most texts are words, prices or dates, and this is asked of every one.
  if (!/@|\S{16}|\bey|[^\s\d.,:]\p{Nd}|\d[\s\d.-]{8}/u.test(said)) return said;
  return said.replace(secretLike, (word) => (isToken(word) ? masked : word));
}

function isToken(word: string): unknown {
  return (
    // What stands in a query, or is said of a password (`token=kestrel…`). As Brazil, Chile and the United Kingdom write whom a number is of. What a
    // script has divided, as in a colour or a shape, has more digits behind its point than a phone.
    /@|\w=\w{8}|^(?![^.]*\d\.\d{13}).*\p{Nd}[\p{Nd}\s\p{Pd}\p{Cf}()]{10}|(\.\d{4}){2}|\.\d{3}-\w\d?\b| \d\d |^ey[JI]/su.test(
      word,
    ) ||
    word.split(/\p{Ll}(?=\d)|\d(?!T\d\d$)(?=\p{Ll})/iu).length > (word[11] ? 2 : 3) ||
    (word[15] && word.split(/\p{Ll}(?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/u).length > 1 + word.length / 5)
  );
}
