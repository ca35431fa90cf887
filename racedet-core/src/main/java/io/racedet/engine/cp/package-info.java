/** Causally-precedes: its sets, its undecided questions, and the detector that asks them. */
package io.racedet.engine.cp;
