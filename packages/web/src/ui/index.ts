export { Back } from './back.tsx';
export { Boundary, FailureWords } from './boundary.tsx';
export { BandBar, Sparkline } from './charts.tsx';
export { Choice, ChoiceMenu, SeenChoices } from './choice-menu.tsx';
export { Code, CodeBlock, CopyButton, Path } from './code.tsx';
export { ConfirmButton, ConfirmDialog } from './confirm.tsx';
export { type Column, DataTable, rowLink } from './data-table.tsx';
export { Empty, Failed, Loading, Unreadable } from './faces.tsx';
export * from './figures.ts';
export { HeldOrder } from './held-order.tsx';
export { IconButton } from './icon-button.tsx';
export { codeLines, codeWords, factTable, plainWords } from './markdown.ts';
export { MenuDialog } from './menu-dialog.tsx';
export { NewPassword } from './new-password.tsx';
export { showDone, showFailure } from './notices.tsx';
export { readSort, type Sort, writeSort } from './order-rows.ts';
export { Page, PageTitle, Panel, TitleWithin, useDocumentTitle } from './page.tsx';
export { usePrinting } from './printing.ts';
export { Progress } from './progress.tsx';
export { SearchBar } from './search-bar.tsx';
export { ShapeTree } from './shape-tree.tsx';
export {
  createShortcuts,
  ShortcutsContext,
  startShortcuts,
  useShortcutGroups,
  useShortcuts,
} from './shortcuts.ts';
export { Badge, KeyHint, LiveDot, Stat, Stats, type Tone, Unseen } from './small.tsx';
export { Tabs } from './tabs.tsx';
export { TextToTake } from './text-to-take.tsx';
export { TimeAgo, useNow } from './time.tsx';
