/** Grammars that derive a trace: their representation, construction (Sequitur) and traversal. */
package io.racedet.compressed.grammar;
