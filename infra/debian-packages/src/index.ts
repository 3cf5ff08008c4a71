export { findOrInstallProgram, type ProgramSearch } from './find-or-install-program.ts';
export { findProgram, isProgram } from './find-program.ts';
export { installPackages, obstacleToInstalling } from './install-packages.ts';
