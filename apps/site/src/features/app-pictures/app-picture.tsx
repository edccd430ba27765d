import type { ImageMetadata } from 'astro';
import blockedNarrowDark from './home-blocked-narrow-dark.png';
import blockedNarrowLight from './home-blocked-narrow-light.png';
import connectedBroadDark from './home-connected-broad-dark.png';
import connectedBroadLight from './home-connected-broad-light.png';
import connectedNarrowDark from './home-connected-narrow-dark.png';
import connectedNarrowLight from './home-connected-narrow-light.png';
import locationsBroadDark from './locations-broad-dark.png';
import locationsBroadLight from './locations-broad-light.png';
import locationsNarrowDark from './locations-narrow-dark.png';
import locationsNarrowLight from './locations-narrow-light.png';

interface Themed {
  readonly light: ImageMetadata;
  readonly dark: ImageMetadata;
}

/** Screenshots of the app, recorded by e2e/src/preview/pictures.spec.ts. Broad: 900 by 640 px; narrow: 380 by 640, at twice the pixels. */
const screenshots = {
  blockedNarrow: { light: blockedNarrowLight, dark: blockedNarrowDark },
  connectedBroad: { light: connectedBroadLight, dark: connectedBroadDark },
  connectedNarrow: { light: connectedNarrowLight, dark: connectedNarrowDark },
  locationsBroad: { light: locationsBroadLight, dark: locationsBroadDark },
  locationsNarrow: { light: locationsNarrowLight, dark: locationsNarrowDark },
} satisfies Readonly<Record<string, Themed>>;

interface AppPictureProps {
  readonly of: keyof typeof screenshots;
  /** Shown instead on a phone, where the text of a broad window would be too small to read. */
  readonly onPhone?: keyof typeof screenshots;
  /** Text alternative in one sentence. */
  readonly label: string;
}

/** The app's window in the theme of the device, as wide as its container. */
export function AppPicture({ of, onPhone, label }: AppPictureProps) {
  const { light, dark } = screenshots[of];
  const phone = onPhone === undefined ? null : screenshots[onPhone];
  return (
    <picture className="block overflow-hidden rounded-control border border-line">
      {phone !== null && (
        <>
          <PhoneSource image={phone.dark} media="(max-width: 639px) and (prefers-color-scheme: dark)" />
          <PhoneSource image={phone.light} media="(max-width: 639px)" />
        </>
      )}
      <source media="(prefers-color-scheme: dark)" srcSet={dark.src} />
      <img
        src={light.src}
        width={light.width}
        height={light.height}
        alt={label}
        loading="lazy"
        decoding="async"
        className="block h-auto w-full"
      />
    </picture>
  );
}

/** With its own size, so that nothing moves when it arrives. */
function PhoneSource({ image, media }: { readonly image: ImageMetadata; readonly media: string }) {
  return <source media={media} srcSet={image.src} width={image.width} height={image.height} />;
}
