import type { ParcelDoor } from '@sightglass/wire';

/** Something on its way to the intake, as text made once. */
export interface Parcel {
  door: ParcelDoor;
  text: string;
  /** Made while it waits, since a page that is left has no time to: it hands over a third of the bytes. */
  packed?: ArrayBuffer | string;
  /** Once it is being written into the browser's database; a page that is left in the middle of it has not kept it. */
  written?: Promise<void>;
  /** Set once it lies there, under this number. */
  kept?: IDBValidKey;
}
