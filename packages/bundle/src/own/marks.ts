/**
 * Libraries too small for their tokens to tell: a few lines that minifiers always leave in the same shape. Each pattern was read
 * off the library's own code and is tried on single units only; it must be of a shape that nobody writes by chance.
 */
interface Mark {
  package: string;
  pattern: RegExp;
}

const id = '[\\w$]+';
const mark = (name: string, pattern: string): Mark => ({
  package: name,
  pattern: new RegExp(pattern.replaceAll('ID', id)),
});

const marks: readonly Mark[] = [
  mark('clsx', 'if\\("string"==typeof (ID)\\|\\|"number"==typeof \\1\\)(ID)\\+=\\1;else if\\("object"==typeof \\1\\)'),
  mark(
    'classnames',
    '\\.toString!==Object\\.prototype\\.toString&&!ID\\.toString\\.toString\\(\\)\\.includes\\("\\[native code\\]"\\)',
  ),
  mark('nanoid', '[\'"`]useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict[\'"`]'),
  mark('mitt', 'all:(ID)=\\1\\|\\|new Map,on:?\\(?'),
  mark('uuid', '/\\^\\(\\?:\\[0-9a-f\\]\\{8\\}-\\[0-9a-f\\]\\{4\\}-\\[1-8\\]\\[0-9a-f\\]\\{3\\}-\\[89ab\\]'),
  mark('tiny-invariant', '"Invariant failed"'),
  mark(
    'tslib',
    '__extends.{0,80}__assign.{0,80}__rest|Object\\.setPrototypeOf\\|\\|\\{__proto__:\\[\\]\\}instanceof Array&&function',
  ),
  mark(
    'zustand',
    'getInitialState:\\(\\)=>ID,subscribe:ID=>\\(ID\\.add\\(ID\\),\\(\\)=>ID\\.delete\\(ID\\)\\)|\\[zustand persist middleware\\]',
  ),
  mark(
    '@solidjs/router',
    'https:\\/\\/action\\/|[\'"`]solid-router:|for\\((?:let|const) ?\\[(ID),(ID)\\]of ID\\.entries\\(\\)\\)!\\2\\[4\\]\\.count&&ID-\\2\\[0\\]>',
  ),
  mark('regenerator-runtime', '"Generator is already (?:running|executing)"'),
  mark('deepmerge', 'isMergeableObject:|\\.isMergeableObject=ID\\.isMergeableObject\\|\\|'),
  mark(
    'fast-deep-equal',
    'if\\((ID)\\.constructor!==(ID)\\.constructor\\)return!1;.{0,400}\\1\\.constructor===RegExp\\)return \\1\\.source===\\2\\.source&&\\1\\.flags===\\2\\.flags',
  ),
  mark('object-assign', '"Object\\.assign cannot be called with null or undefined"'),
  mark('hoist-non-react-statics', 'getDerivedStateFromError:!0.{0,80}getDerivedStateFromProps:!0'),
  mark('use-sync-external-store', 'getSnapshot:ID.{0,200}useLayoutEffect|\\{inst:\\{value:ID,getSnapshot:ID\\}\\}'),
  mark(
    'js-cookie',
    'toUTCString\\(\\)\\).{0,200}encodeURIComponent\\(ID\\)\\.replace\\(/%\\(2\\[346B\\]\\|5E\\|60\\|7C\\)/g',
  ),
  mark('memoize-one', 'Number\\.isNaN\\|\\|function ID\\(ID\\)\\{return"number"==typeof ID&&ID!=ID\\}'),
  mark('eventemitter3', '"The listener must be a function"'),
  mark('events', '"The \\\\?"listener\\\\?" argument must be of type Function\\. Received type "'),
  mark('process', '"process\\.chdir is not supported"'),
  mark('base64-js', '"Invalid string\\. Length must be a multiple of 4"'),
  mark('ieee754', '\\(1<<(ID)\\)-1,ID=\\1>>1,ID=23===ID\\?Math\\.pow\\(2,-24\\)-Math\\.pow\\(2,-77\\):0'),
  mark('jwt-decode', '"Invalid token specified'),
  mark('qs', '"Only utf-8 and iso-8859-1 are supported|`charset` option|utf8=%26%2310003%3B'),
  mark('query-string', '"bracket-separator"'),
  mark('decode-uri-component', '"Expected `encodedURI` to be of type `string`'),
  mark('ms', 'weeks\\?\\|w\\|years\\?\\|yrs\\?\\|y\\)\\?\\$/i'),
  mark('dayjs', '"\\$isDayjsObject"|\\$isDayjsObject'),
  mark('immer', '"?immer-(?:draftable|nothing|state)"?'),
  mark('idb-keyval', '"keyval-store"'),
  mark(
    'idb',
    'continuePrimaryKey.{0,300}IDBCursor\\.prototype\\.advance|IDBCursor\\.prototype\\.advance.{0,200}continuePrimaryKey',
  ),
  mark('lz-string', 'compressToEncodedURIComponent'),
  mark('file-saver', '/Macintosh/\\.test\\(navigator\\.userAgent\\)&&/AppleWebKit/\\.test'),
  mark('copy-to-clipboard', '"Copy to clipboard: #\\{key\\}, Enter"'),
  mark('void-elements', 'area:!0,base:!0,br:!0,col:!0,embed:!0,hr:!0,img:!0,input:!0'),
  mark('escape-html', 'case 34:ID="&quot;".{0,200}case 38:ID="&amp;".{0,200}case 39:ID="&#39;"'),
  mark('stylis', '/::plac\\\\w\\+\\|:read-\\\\w\\+/'),
  mark('@emotion/hash', '1540483477.{0,200}59797'),
  mark('tailwind-merge', '"arbitrary\\.\\."'),
  mark('class-variance-authority', '\\{variants:ID,defaultVariants:ID\\}=ID'),
  mark('focus-trap', 'focus-trap must have at least one container'),
  mark('tabbable', 'a\\[href\\]:not\\(\\[inert\\].{0,40}area\\[href\\]:not|audio\\[controls\\]:not\\(\\[inert'),
  mark('@floating-ui/core', '"__floating-ui-|clippingAncestors.{0,60}rootBoundary'),
  mark('react-fast-compare', '"react-fast-compare cannot handle circular refs"'),
  mark('invariant', '"Minified exception occurred; use the non-minified dev environment'),
  mark('redux', '"@@redux/INIT"'),
  mark('redux-thunk', 'withExtraArgument=ID\\b'),
  mark('reselect', 'resetRecomputations:|dependencyRecomputations'),
  mark('jotai', '"jotai[./]|`atom\\$\\{\\+\\+ID\\}`'),
  mark('valtio', '"Please use proxy object"|unstable_ops'),
  mark('nanostores', 'nanostores|\\.lc=0;ID\\.off'),
  mark('p-limit', '"Expected `concurrency` to be a number from 1 and up"'),
  mark('loglevel', 'loglevel:webpack-dev-server'),
  mark('bowser', '"UserAgent parameter can\'t be empty"'),
  mark('fflate', '"invalid block type","invalid length/literal","invalid distance"|invalid length/literal'),
  mark('pako', '"need dictionary".{0,60}"stream end"|"incorrect header check"'),
  mark('goober', '"_goober"'),
  mark('nprogress', '\\[role="bar"\\].{0,200}nprogress|"nprogress-busy"'),
];

/** The little library that a piece of code is, by its shape. */
export function marked(text: string): string | undefined {
  return marks.find(({ pattern }) => pattern.test(text))?.package;
}
