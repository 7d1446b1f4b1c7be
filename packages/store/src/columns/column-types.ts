/** Types of columns, each with the codec that was measured for it (shared STORAGE, section 3). */

export const facet = 'LowCardinality(String)';
export const facets = 'Array(LowCardinality(String)) CODEC(ZSTD(1))';
export const kindsOfEvents = "Array(Enum8('view', 'action', 'call', 'error')) CODEC(ZSTD(1))";
export const text = 'String CODEC(ZSTD(3))';
export const time = "DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1))";
export const real = 'Float64 CODEC(ZSTD(1))';
export const flag = 'UInt8 CODEC(ZSTD(1))';
export const count = 'UInt32 CODEC(ZSTD(1))';
export const rising = 'UInt32 CODEC(Delta, ZSTD(1))';
export const batch = 'UInt64 CODEC(ZSTD(1))';

/** Read in every question, row by row: unpacked four times as quickly, for a third more room. */
export const quickTime = "DateTime64(3, 'UTC') CODEC(Delta, LZ4)";
export const quickReal = 'Float64 CODEC(LZ4)';
export const quickHash = 'UInt64 CODEC(LZ4)';

/** Of days that are added up; as many as a hundred kilobytes hold. */
export const fewRows = 128;
/** Of a table of days that are added up. */
export const ofDay = {
  start: time,
  whole: flag,
  environment: facet,
  release: facet,
  sample: flag,
  hours: flag,
  newest: batch,
  told: batch,
  version: batch,
  revision: count,
};

/** Of a table that keeps such days row by row. */
export const oneByOne = {
  at: quickTime,
  number: rising,
  of_tab: batch,
  method: facet,
  host: facet,
  call: facet,
  status: 'UInt16 CODEC(ZSTD(1))',
  took: quickReal,
  code: facet,
  route: facet,
  environment: facet,
  release: facet,
  sample: flag,
  version: batch,
};
