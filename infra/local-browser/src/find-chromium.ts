import { findProgram, isProgram } from '@kassa/debian-packages';

/** Chromium without a window; tests on it take half the time of the whole browser. */
const SHELL_NAMES = ['chromium-headless-shell'];

/** In order of preference: the system's names for Chromium, then its close relative. */
const PROGRAM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const MAC_PROGRAMS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const WINDOWS_PROGRAMS = ['Chromium\\Application\\chrome.exe', 'Google\\Chrome\\Application\\chrome.exe'];
const WINDOWS_FOLDERS = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'];

/** The installed headless shell, or `undefined`. */
export function findHeadlessShell(environment: NodeJS.ProcessEnv): string | undefined {
  return findProgram(SHELL_NAMES, environment);
}

/** An installed whole browser, or `undefined`. */
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
