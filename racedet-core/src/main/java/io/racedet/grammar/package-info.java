/** Grammars that derive a trace: as values, as they are made (Sequitur), and how to walk one. */
package io.racedet.grammar;
