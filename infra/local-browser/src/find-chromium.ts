import { findProgram, isProgram } from '@kassa/debian-packages';

/**
 * File names of the headless shell, a build of Chromium that has no window. Tests run twice as fast with it as with a full
 * browser.
 */
const SHELL_NAMES = ['chromium-headless-shell'];

/**
 * File names of full browsers, the preferred one first: the names that operating systems give to Chromium, then the names of
 * Chrome.
 */
const PROGRAM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const MAC_PROGRAMS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const WINDOWS_PROGRAMS = ['Chromium\\Application\\chrome.exe', 'Google\\Chrome\\Application\\chrome.exe'];
const WINDOWS_FOLDERS = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'];

/** Finds an installed headless shell; `undefined` if there is none. */
export function findHeadlessShell(environment: NodeJS.ProcessEnv): string | undefined {
  return findProgram(SHELL_NAMES, environment);
}

/** Finds an installed Chromium or Chrome with windows (not only the headless shell); `undefined` if there is none. */
export function findChromium(environment: NodeJS.ProcessEnv): string | undefined {
  return (
    findProgram(PROGRAM_NAMES, environment) ?? usualPlaces(environment, process.platform).find(isProgram)
  );
}

function usualPlaces(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') return MAC_PROGRAMS;
  if (platform !== 'win32') return [];
  const folders = WINDOWS_FOLDERS.flatMap((name) => environment[name] ?? []);
  return folders.flatMap((folder) => WINDOWS_PROGRAMS.map((program) => `${folder}\\${program}`));
}
