              -- Only in the projects that were asked for; procedures only where the asker may see them.
              and (cast(:engagements as uuid[]) is null or e.engagement_id = any(cast((select p.ids from place p) as uuid[])))
              and (e.kind is null or e.kind <> 'procedure' or cast(:procedures as boolean))
