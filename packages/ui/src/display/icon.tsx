/** Names of the icons in icons.css. */
export type IconName =
  | 'atom'
  | 'ban'
  | 'bell'
  | 'check'
  | 'chevron-down'
  | 'chevrons-up-down'
  | 'credit-card'
  | 'download'
  | 'eye'
  | 'eye-off'
  | 'file-cog'
  | 'file-down'
  | 'fingerprint'
  | 'gauge'
  | 'gift'
  | 'globe'
  | 'hard-drive'
  | 'house'
  | 'house-wifi'
  | 'key-round'
  | 'laptop'
  | 'life-buoy'
  | 'map-pin'
  | 'mark-android'
  | 'mark-apple'
  | 'mark-bitcoin'
  | 'mark-linux'
  | 'mark-mastercard'
  | 'mark-paypal'
  | 'mark-ubuntu'
  | 'mark-visa'
  | 'mark-windows'
  | 'monitor-smartphone'
  | 'network'
  | 'plus'
  | 'qr-code'
  | 'receipt-text'
  | 'rotate-ccw'
  | 'router'
  | 'search'
  | 'server'
  | 'settings'
  | 'shield-check'
  | 'smartphone'
  | 'split'
  | 'terminal'
  | 'tv'
  | 'venetian-mask'
  | 'waypoints'
  | 'wifi';

const sizes = { small: 'size-4', medium: 'size-4.5', large: 'size-6' } as const;

interface IconProps {
  readonly name: IconName;
  /** Width and height. */
  readonly size?: keyof typeof sizes;
}

/** A line icon next to a text with the same meaning. */
export function Icon({ name, size = 'small' }: IconProps) {
  return <span aria-hidden className={`icon icon-${name} ${sizes[size]}`} />;
}
