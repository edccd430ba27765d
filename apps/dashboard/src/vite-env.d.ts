interface ImportMetaEnv {
  /** Origin of the API when it is not the dashboard's own. */
  readonly VITE_API_URL?: string;
}
