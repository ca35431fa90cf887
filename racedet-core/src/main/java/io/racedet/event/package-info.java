/** Events of an execution with dense int ids, independent of file formats, engines and threads. */
package io.racedet.event;
