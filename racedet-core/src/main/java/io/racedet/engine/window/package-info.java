/** Engines that analyse a trace as consecutive windows, each as a trace of its own. */
package io.racedet.engine.window;
