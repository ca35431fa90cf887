/** The blocks that the binary formats of trace files share, and the ids of their names. */
package io.racedet.trace.block;
