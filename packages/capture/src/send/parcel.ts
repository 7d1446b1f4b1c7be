import type { ParcelDoor } from '@sightglass/wire';

/** Something on its way to the intake, as text made once. */
export interface Parcel {
  door: ParcelDoor;
  text: string;
  /** Set once it lies in the browser's database, under this number. */
  kept?: IDBValidKey;
}
