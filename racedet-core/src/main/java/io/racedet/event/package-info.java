/**
 * Events of an execution with dense int ids, and the locks that threads hold at them; independent
 * of file formats, engines and threads.
 */
package io.racedet.event;
