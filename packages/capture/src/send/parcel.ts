import type { ParcelDoor } from '@sightglass/wire';

/** Something on its way to the intake, as text made once. */
export interface Parcel {
  door: ParcelDoor;
  text: string;
  /** Made while it waits, since a page that is left has no time to: it hands over a third of the bytes. */
  packed?: ArrayBuffer | string;
  /** Set once it lies in the browser's database, under this number. */
  kept?: IDBValidKey;
}
