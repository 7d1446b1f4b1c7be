import type { Fact } from '@sightglass/wire';

/** A number of the application with a name, and what it means. */
export interface Constant {
  name: string;
  value: number;
  unit: string | null;
  /** The sentence that it stands in. */
  meaning: string;
  /** What it is a number of, where others of its name are numbers of something else. */
  of?: string;
  fact: Fact;
  against: number;
}
