/** What a recording knows of woven instructions, methods and fields. */
package io.racedet.junit.record.sites;
