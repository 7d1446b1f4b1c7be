import { readCallKey } from '../observe/call-key.ts';

const assetPath =
  /\.(?:m?js|css|map|png|jpe?g|gif|webp|avif|svg|ico|woff2?|ttf|otf|eot|mp[34]|webm|wasm|webmanifest)$/i;
/** Texts and tables that were built with the application and lie beside its scripts, and what frameworks load by themselves. */
const builtPath =
  /(?:^|\/)(?:assets|static|public|locales?|i18n|lang)\/.*\.(?:json|txt|xml|html|ya?ml)$|^\/(?:_next|_nuxt|@vite|@id|@fs|sockjs-node|__webpack_hmr)(?:\/|$)|\/(?:__data|_payload)\.json$|\.hot-update\.json$/i;
const probePath = /(?:^|\/)(?:_?health(?:z|[-_]?check)?|livez?|liveness|readyz?|readiness|ping|heartbeat)$/i;

/** Whether a key of a call is about the application's own server, and neither about a file of the page nor about a probe. */
export function isOwnCall(key: string): boolean {
  const { method, host, path } = readCallKey(key);
  if (host !== '') return false;
  const reads = method === 'GET' || method === 'HEAD';
  return !reads || !(assetPath.test(path) || builtPath.test(path) || probePath.test(path));
}
