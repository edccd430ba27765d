/** A browser's properties that identify its device. */
export interface Device {
  readonly userAgent: string;
  /** Maximum touch points; 0 without a touch screen. */
  readonly maxTouchPoints: number;
}

/** The app store for a device; null if there is none. An iPad identifies itself as a Mac, but no Mac has a touch screen. */
export function storeFor({ userAgent, maxTouchPoints }: Device): 'app-store' | 'play-store' | null {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'app-store';
  if (/Macintosh/.test(userAgent) && maxTouchPoints > 1) return 'app-store';
  // Windows phones identified themselves as Android.
  return /Android/.test(userAgent) && !/Windows/.test(userAgent) ? 'play-store' : null;
}
