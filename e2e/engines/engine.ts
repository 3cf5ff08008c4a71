/** The engines in which consumers pay: WebKit is Safari's, Gecko is Firefox's, Blink is that of Chrome and most others. */
export type EngineName = 'Chromium' | 'Firefox' | 'WebKit';

/** A browser engine that a journey drives. */
export interface Engine {
  readonly name: EngineName;
  /** The version that the browser reports. */
  readonly version: string;
  /** Opens a window with a new profile, like a different device of the consumer. */
  openDevice(size: WindowSize): Promise<Device>;
  close(): Promise<void>;
}

/** Starts an engine, or returns the reason why it is not available on this machine. */
export type EngineSearch =
  | { readonly kind: 'found'; readonly start: () => Promise<Engine> }
  | { readonly kind: 'absent'; readonly reason: string };

export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** Identifies an element on a page: by its selector, or by its text. */
export type Target =
  | { readonly css: string }
  | { readonly button: string }
  | { readonly link: string }
  | { readonly heading: string }
  | { readonly text: string };

/**
 * The frames that contain an element, from the outermost to the innermost, each given by a selector. Empty if the element is in
 * the page itself.
 */
export type Frames = readonly string[];

export type KeyName = 'Tab' | 'ShiftTab' | 'Enter' | 'Space' | 'Escape' | ArrowKey;
export type ArrowKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

/** One browser window of a consumer. Every call that needs an element first waits until the element exists. */
export interface Device {
  open(address: string): Promise<void>;
  address(): Promise<string>;
  back(): Promise<void>;
  reload(): Promise<void>;
  /** Clicks an element as a pointer would: if something is in front of the element, that receives the click instead. */
  click(target: Target, frames?: Frames): Promise<void>;
  /** Clicks into a field and types, key by key. */
  type(target: Target, text: string, frames?: Frames): Promise<void>;
  /** Chooses the option with a value from a list. */
  select(target: Target, value: string): Promise<void>;
  /** Presses one key, or types a text, wherever the focus is. */
  press(key: KeyName): Promise<void>;
  keys(text: string): Promise<void>;
  /** Waits until an element is displayed. */
  see(target: Target, frames?: Frames): Promise<void>;
  /** Whether an element is displayed now. */
  sees(target: Target, frames?: Frames): Promise<boolean>;
  /** Runs the body of a function in the page or in a frame, and returns what it returns. */
  run<T>(body: string, frames?: Frames): Promise<T>;
  /**
   * Unhandled errors of pages, and what the pages' content security policies refused. Empty in an engine whose driver reports
   * neither.
   */
  problems(): readonly string[];
  /** A picture of the window, as PNG. */
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}
