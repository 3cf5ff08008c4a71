import { startCardFrame } from '@kassa/sdk-browser/card-frame';

/** The page with card fields, which the browser SDK shows in a frame of a merchant's own checkout page. */
startCardFrame();
