import type { Chosen } from './upload-run.ts';

/** As many as a release may have, and some for those that are left out. */
const maxFiles = 20_000;

/** All files that were dropped, those in folders too, with their paths. */
export async function droppedFiles(data: DataTransfer): Promise<Chosen[]> {
  // Entries can only be asked for while the event is being handled: all of them are, before anything is waited for.
  const items = [...data.items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const entries = items.flatMap(({ entry }) => entry ?? []);
  // What comes from elsewhere than a disk has no entry.
  const found: Chosen[] = items.flatMap(({ entry, file }) => (entry || !file ? [] : { path: file.name, file }));
  const waiting = [...entries];
  for (let entry = waiting.shift(); entry && found.length < maxFiles; entry = waiting.shift()) {
    const path = entry.fullPath.replace(/^\//, '');
    if (isFile(entry)) found.push({ path, file: await fileOf(entry) });
    else if (isFolder(entry)) waiting.push(...(await entriesOf(entry)));
  }
  return found;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry =>
  entry.isDirectory && entry.name !== 'node_modules' && entry.name !== '.git';

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  // A reader tells a hundred at a time, and none at its end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** What was chosen with a dialog; `webkitRelativePath` is set where it was a folder. */
export function chosenFiles(files: FileList | null): Chosen[] {
  return [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}
