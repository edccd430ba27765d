interface ImportMetaEnv {
  /** Origin of the API if it is not the dashboard's own. */
  readonly VITE_API_URL?: string;
  /** URLs of the app in the App Store and the Play Store. */
  readonly VITE_APP_STORE_URL?: string;
  readonly VITE_PLAY_STORE_URL?: string;
  /** `yes` if the site offers packages of the Linux app. */
  readonly VITE_LINUX_APP?: string;
}
