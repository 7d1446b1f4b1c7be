/** One picture of the sprite; decoration only. */
export const Icon = ({ name }: { name: string }) => (
  <svg className="icon" aria-hidden="true" width="20" height="20">
    <use href={`/assets/parts-sprite.svg#${name}`} />
  </svg>
);
