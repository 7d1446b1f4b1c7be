export { addressOf, client, createClient } from './ask.ts';
export { basePath, homeAddress } from './base-path.ts';
export { choicesQuery, facetsQuery } from './choices.ts';
export { connectLine, currentKey, keysQuery } from './connect.ts';
export { createCountingFetch } from './counting-fetch.ts';
export { sessionKey, touchedByErasing, useErasures } from './erased.ts';
export { searchOfError } from './error-text.ts';
export {
  describeFailure,
  hasCode,
  PartMissingError,
  ProblemError,
} from './failure.ts';
export * from './links.ts';
export { useLive } from './live.ts';
export { meQuery, useMay, useProject } from './me.ts';
export { parseSearch, type SearchTexts, stringifySearch } from './search.ts';
export { stageScript } from './stage-script.ts';
export { tells } from './tells.ts';
export { useMutationOnce } from './use-mutation-once.ts';
export { useSearchHelp } from './use-search-help.ts';
export { useWhere } from './use-where.ts';
export * from './where.ts';
