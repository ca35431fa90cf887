/** Events of an execution as dense ints. Knows no file format, no engine and no thread. */
package io.racedet.event;
