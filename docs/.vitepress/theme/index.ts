// The theme without its web fonts: fonts that the system already has need no download.
import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';

export default DefaultTheme;
