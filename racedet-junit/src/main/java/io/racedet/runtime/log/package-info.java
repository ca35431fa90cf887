/** The log of a recording: the layout of its records, and the chunks that they are in. */
package io.racedet.runtime.log;
