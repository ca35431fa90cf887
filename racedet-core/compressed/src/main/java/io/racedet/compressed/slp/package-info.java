/** The format {@code slp}: a file with a grammar of a trace. */
package io.racedet.compressed.slp;
