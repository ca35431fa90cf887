/** What an engine finds: races as values, and where they are sent. */
package io.racedet.race;
