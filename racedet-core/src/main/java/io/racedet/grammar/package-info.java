/** Engines that analyse a trace by parts: summaries of stretches of it, which combine. */
package io.racedet.grammar;
