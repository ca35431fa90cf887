/** Causally-precedes: its clocks, its undecided questions, and the detector. */
package io.racedet.engine.cp;
