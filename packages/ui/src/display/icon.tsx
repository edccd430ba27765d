/** The icons of icons.css. */
export type IconName =
  | 'check'
  | 'chevrons-up-down'
  | 'download'
  | 'file-down'
  | 'gauge'
  | 'gift'
  | 'hard-drive'
  | 'house'
  | 'key-round'
  | 'laptop'
  | 'life-buoy'
  | 'map-pin'
  | 'mark-android'
  | 'mark-apple'
  | 'mark-linux'
  | 'mark-windows'
  | 'network'
  | 'plus'
  | 'receipt-text'
  | 'router'
  | 'settings'
  | 'smartphone'
  | 'terminal'
  | 'tv';

interface IconProps {
  readonly name: IconName;
  /** Height and width. */
  readonly size?: 'small' | 'medium';
}

/** A line icon beside a text that says the same. */
export function Icon({ name, size = 'small' }: IconProps) {
  return <span aria-hidden className={`icon icon-${name} ${size === 'small' ? 'size-4' : 'size-4.5'}`} />;
}
