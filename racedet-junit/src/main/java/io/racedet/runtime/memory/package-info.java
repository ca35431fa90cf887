/** The memory of a recording: layout of records, chunks, identities of objects, stripes. */
package io.racedet.runtime.memory;
